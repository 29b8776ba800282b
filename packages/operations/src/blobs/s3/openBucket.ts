import { PassThrough, type Readable } from 'node:stream';
import { openDispatcher, type Proxies, proxiesOf } from '@assay/proxies';
import { S3Client } from '@aws-sdk/client-s3';
import { type BucketPlace, shownBucket } from '../blobPlace.ts';
import { bucketErrorOf } from './bucketErrors.ts';

type RequestHandler = S3Client['config']['requestHandler'];
type Request = Parameters<RequestHandler['handle']>[0];
type Options = { abortSignal?: unknown };

/** Attempts of a request, the first included, before the bucket counts as away. */
const attempts = 3;
const timeouts = { headersTimeout: 15_000, bodyTimeout: 30_000 };

/** Sends the requests of the SDK as all others leave: through the proxies of the environment. */
function requestHandler(proxies: Proxies): RequestHandler {
  const { dispatcher, close } = openDispatcher(proxies);
  return {
    async handle({ protocol, hostname, port, path, query, method, headers, body }: Request, options?: Options) {
      const parts = Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value ?? '']).map(
          (each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`,
        ),
      );
      const answer = await dispatcher.request({
        origin: `${protocol}//${hostname}${port ? `:${port}` : ''}`,
        path: parts.length === 0 ? path : `${path}?${parts.join('&')}`,
        method: method as 'GET',
        headers,
        body,
        signal: options?.abortSignal as AbortSignal | undefined,
        ...timeouts,
      });
      const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')]);
      return {
        response: { statusCode: answer.statusCode, headers: Object.fromEntries(received), body: answer.body },
      };
    },
    destroy: close,
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
}

export type Bucket = {
  name: string;
  prefix: string;
  /** As people read it. */
  shown: string;
  client: S3Client;
  /**
   * Does what a caller asks of the client.
   * @param operation what it is for the sentence of an error
   * @param expected errors that are answers, and so are thrown as they are
   */
  ask<Answer>(
    operation: string,
    work: (client: S3Client) => Promise<Answer>,
    expected?: (error: unknown) => boolean,
  ): Promise<Answer>;
  /** @returns the content of an answer, whose errors are those of `ask`; destroying it ends the request. */
  contentOf(body: Readable): Readable;
  close(): void;
};

/** Credentials come from the `AWS_…` variables, or from where else the SDK finds them. */
export function openBucket(place: BucketPlace): Bucket {
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint === null ? {} : { endpoint: place.endpoint }),
    forcePathStyle: place.forcePathStyle,
    requestHandler: requestHandler(proxiesOf(process.env)),
    maxAttempts: attempts,
    // Servers that imitate S3 do not all know the SDK's own checksums; requests are signed with a hash of their content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  });
  const shown = shownBucket(place);
  return {
    name: place.bucket,
    prefix: place.prefix,
    shown,
    client,
    async ask(operation, work, expected = () => false) {
      try {
        return await work(client);
      } catch (error) {
        throw expected(error) ? error : bucketErrorOf(error, shown, operation);
      }
    },
    contentOf(body) {
      const content = new PassThrough();
      body.on('error', (error) => content.destroy(bucketErrorOf(error, shown, 'GetObject')));
      content.once('close', () => body.destroy());
      return body.pipe(content);
    },
    close: () => client.destroy(),
  };
}
