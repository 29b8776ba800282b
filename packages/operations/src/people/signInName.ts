import type { Keys } from '../keys/keys.ts';

/** @returns by what an e-mail is found without storing it: a keyed hash, the same for upper and lower case */
export function signInName(keys: Pick<Keys, 'hmac'>, email: string): string {
  return keys.hmac(`sign-in e-mail ${email.toLowerCase()}`);
}
