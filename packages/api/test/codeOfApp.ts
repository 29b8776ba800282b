import { Secret, TOTP } from 'otpauth';

/** @returns what an authenticator app shows now that was given the secret, Base32 */
export function codeOfApp(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}
