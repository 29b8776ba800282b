import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { GitService } from '@assay/contract';

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Where each service puts its signature; Gitlab sends the secret itself. */
const headersOf: Readonly<Record<GitService | 'Jira', string>> = {
  Jira: 'x-hub-signature',
  GitHub: 'x-hub-signature-256',
  Gitlab: 'x-gitlab-token',
  BitBucket: 'x-hub-signature',
  BitBucketServer: 'x-hub-signature',
};

/** @returns whether the message was sent by whoever has the secret */
export function isSigned(
  provider: GitService | 'Jira',
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): boolean {
  const given = headers[headersOf[provider]];
  if (typeof given !== 'string') return false;
  if (provider === 'Gitlab') return isSame(given, secret);
  return isSame(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}
