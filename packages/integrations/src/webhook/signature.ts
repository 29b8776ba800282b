import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

export type Signed = { id: string; timestamp: Date; body: string };

/**
 * @param secrets each of which signs: a receiver may know only the old one while it is replaced
 * @returns the headers of Standard Webhooks (v1: HMAC-SHA256 over `id.timestamp.body`, in base64)
 */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: Signed): Record<string, string> {
  const seconds = Math.floor(timestamp.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(prefix, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
