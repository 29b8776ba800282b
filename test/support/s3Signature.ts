import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type S3Keys = { accessKeyId: string; secretAccessKey: string };

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const header = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');

function canonicalQuery(url: URL): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** @returns the code with which S3 refuses a request whose signature (version 4, in a header) is wrong; null: it is right. */
export function signatureProblem(request: IncomingMessage, url: URL, body: Buffer, keys: S3Keys): string | null {
  const authorization = header(request, 'authorization');
  const [, credential = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(authorization) ?? [];
  if (signature === undefined) return 'AccessDenied';
  const [accessKeyId = '', day = '', region = '', service = '', end = ''] = credential.split('/');
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const payload = header(request, 'x-amz-content-sha256');
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  const signed = names.map((name) => `${name}:${header(request, name).trim()}\n`).join('');
  const path = (request.url ?? '').split('?')[0];
  const asked = [request.method, path, canonicalQuery(url), signed, signedHeaders, payload].join('\n');
  const scope = [day, region, service, end].join('/');
  const text = ['AWS4-HMAC-SHA256', header(request, 'x-amz-date'), scope, sha256(asked)].join('\n');
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
