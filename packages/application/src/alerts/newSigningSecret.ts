import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** @returns a secret to sign a webhook with, in the format of Standard Webhooks */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
