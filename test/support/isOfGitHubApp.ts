import { createVerify, type KeyLike } from 'node:crypto';

/** @returns whether a bearer token is that of the app itself: a JWT that its key has signed (RS256) */
export function isOfGitHubApp(bearer: string | null, appId: string, publicKey: KeyLike): boolean {
  const [head, claims, signature = ''] = (bearer ?? '').split('.');
  if (claims === undefined) return false;
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss?: string };
  return (
    iss === appId && createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
  );
}
