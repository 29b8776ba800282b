import { createHash, randomBytes } from 'node:crypto';

/**
 * @returns a new opaque token: 32 random bytes as base64url (43 characters). None begins with a dash: after `--token` it
 * would be taken for an option.
 */
export function newToken(): string {
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/**
 * What is stored in a token's place. A plain SHA-256 is enough, where a password needs argon2: nobody guesses 256
 * random bits, and every request has to look the token up.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
