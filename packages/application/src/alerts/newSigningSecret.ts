import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** @returns a secret to sign a webhook with, as Standard Webhooks writes it */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
