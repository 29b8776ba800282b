import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from './freePort.ts';
import { type S3Keys, signatureProblem } from './s3Signature.ts';

type Stored = { content: Buffer; etag: string };
type Upload = { key: string; initiated: Date; parts: Map<number, Stored> };
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };
type Asked = { method: string; key: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer };

export type FakeS3 = {
  /** `ASSAY_BLOBS_URL` and credentials for a process of the service. */
  environment: Record<string, string>;
  endpoint: string;
  bucket: string;
  keys: S3Keys;
  /** What can be seen, by key. */
  objects: Map<string, Stored>;
  /** Uploads in parts that are neither complete nor aborted, by id. */
  uploads: Map<string, Upload>;
  /** `GET aa/…` of each request so far. */
  requests: string[];
  /** Answers a request otherwise: with an error's status and code, or with nothing at all; undefined: as usual. */
  instead: (request: string) => { status: number; code: string } | 'nothing' | undefined;
  /** Whether it knows conditional writes; some servers do not. */
  knowsConditions: boolean;
  /** Ends it, and its connections; what it has stays. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
};

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const xml = (root: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`,
});
const refuses = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>refused</Message></Error>`,
});
const noKey = refuses(404, 'NoSuchKey');

/**
 * A fake of S3 on loopback: one bucket in memory, addressed by path, with version 4 signatures, conditional writes, ranges,
 * copies, multipart uploads and lists in pages of three.
 */
export async function fakeS3(): Promise<FakeS3> {
  const port = await freePort();
  const bucket = 'evidence';
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-that-is-never-shown' };
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();
  const endpoint = `http://127.0.0.1:${port}`;
  const fake: FakeS3 = {
    environment: {
      ASSAY_BLOBS_URL: `s3://${bucket}/assay?endpoint=${encodeURIComponent(endpoint)}&forcePathStyle=true`,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    endpoint,
    bucket,
    keys,
    objects,
    uploads,
    requests: [],
    instead: () => undefined,
    knowsConditions: true,
    goAway: async () => undefined,
    comeBack,
  };

  const store = (key: string, content: Buffer): Stored => {
    const stored = { content, etag: etagOf(content) };
    objects.set(key, stored);
    return stored;
  };

  /** @returns the source's bytes, where a header names one */
  function copied({ headers }: Asked): Buffer | null | undefined {
    const source = headers['x-amz-copy-source'];
    if (source === undefined) return undefined;
    const [, from = '', key = ''] = /^\/?([^/]+)\/(.*)$/.exec(decodeURIComponent(String(source))) ?? [];
    const found = from === bucket ? objects.get(key)?.content : undefined;
    const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'] ?? ''));
    return found ? (range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found) : null;
  }

  function put(asked: Asked): Answer {
    const { key, query, headers, body } = asked;
    const source = copied(asked);
    if (source === null) return noKey;
    const uploadId = query.get('uploadId');
    if (uploadId !== null) {
      const content = source ?? body;
      const part = { content, etag: etagOf(content) };
      const upload = uploads.get(uploadId);
      if (!upload) return refuses(404, 'NoSuchUpload');
      upload.parts.set(Number(query.get('partNumber')), part);
      return source
        ? xml('CopyPartResult', `<ETag>${escaped(part.etag)}</ETag>`)
        : { status: 200, headers: { etag: part.etag } };
    }
    if (headers['if-none-match'] !== undefined) {
      if (!fake.knowsConditions) return refuses(501, 'NotImplemented');
      if (objects.has(key)) return refuses(412, 'PreconditionFailed');
    }
    const { etag } = store(key, source ?? body);
    return source ? xml('CopyObjectResult', `<ETag>${escaped(etag)}</ETag>`) : { status: 200, headers: { etag } };
  }

  function post({ key, query, body }: Asked): Answer {
    if (query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, initiated: new Date(), parts: new Map() });
      return xml(
        'InitiateMultipartUploadResult',
        `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`,
      );
    }
    const id = query.get('uploadId') ?? '';
    const upload = uploads.get(id);
    if (!upload) return refuses(404, 'NoSuchUpload');
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
    const parts = named.map((number) => upload.parts.get(number)?.content);
    if (parts.some((part) => part === undefined)) return refuses(400, 'InvalidPart');
    if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1024 * 1024)) return refuses(400, 'EntityTooSmall');
    uploads.delete(id);
    const { etag } = store(key, Buffer.concat(parts.filter((part) => part !== undefined)));
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>${escaped(etag)}</ETag>`);
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
      const rows = found.map(
        ([id, { key, initiated }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
      );
      return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`);
    }
    const after = query.get('continuation-token') ?? '';
    const all = [...objects]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const page = all.slice(0, Math.min(3, Number(query.get('max-keys') ?? 3)));
    const isCut = page.length < all.length;
    const next = isCut ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
    const rows = page.map(
      ([key, { content }]) => `<Contents><Key>${key}</Key><Size>${content.length}</Size></Contents>`,
    );
    return xml('ListBucketResult', `<IsTruncated>${isCut}</IsTruncated>${next}${rows.join('')}`);
  }

  function get({ key, query, headers }: Asked): Answer {
    if (key === '') return list(query);
    const found = objects.get(key);
    if (!found) return noKey;
    const { content, etag } = found;
    const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range ?? ''));
    if (!range) return { status: 200, headers: { etag }, body: content };
    const [first, last] = [Number(range[1]), Math.min(Number(range[2]), content.length - 1)];
    const shown = `bytes ${first}-${last}/${content.length}`;
    return { status: 206, headers: { etag, 'content-range': shown }, body: content.subarray(first, last + 1) };
  }

  function answer(asked: Asked): Answer {
    if (asked.method === 'PUT') return put(asked);
    if (asked.method === 'POST') return post(asked);
    if (asked.method === 'GET' || asked.method === 'HEAD') return get(asked);
    const uploadId = asked.query.get('uploadId');
    if (uploadId === null) objects.delete(asked.key);
    else if (!uploads.delete(uploadId)) return refuses(404, 'NoSuchUpload');
    return { status: 204 };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', endpoint);
    const [, named = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const method = request.method ?? '';
    const line = `${method} ${key}${url.search}`;
    fake.requests.push(line);
    const body = await buffer(request);
    const problem = signatureProblem(request, url, body, keys);
    const other = fake.instead(line);
    if (other === 'nothing') return void request.socket.destroy();
    const asked = { method, key, query: url.searchParams, headers: request.headers, body };
    const given = problem
      ? refuses(403, problem)
      : other
        ? refuses(other.status, other.code)
        : named === bucket
          ? answer(asked)
          : refuses(404, 'NoSuchBucket');
    const length = Buffer.byteLength(given.body ?? '');
    response.writeHead(given.status, {
      ...given.headers,
      ...(given.status === 204 ? {} : { 'content-length': length }),
    });
    response.end(method === 'HEAD' ? undefined : given.body);
  }

  async function comeBack(): Promise<void> {
    // An upload may be cut off.
    const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    fake.goAway = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  }

  await comeBack();
  return fake;
}
