import { randomBytes } from 'node:crypto';

/** @returns a random password of 96 bits or more, with at least the given number of characters */
export function generatePassword(minLength: number): string {
  return randomBytes(Math.max(12, Math.ceil((minLength * 3) / 4))).toString('base64url');
}
