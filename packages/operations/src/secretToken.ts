import { createHash, randomBytes } from 'node:crypto';

/**
 * @returns a new opaque token: 32 random bytes as base64url (43 characters). Never starts with a dash: as an
 * argument it would be taken for an option.
 */
export function newToken(): string {
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/**
 * What is stored instead of a token. A plain SHA-256 is enough, unlike for passwords: nobody guesses 256 random bits,
 * and every request has to look the token up.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
