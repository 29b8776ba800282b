import type { Claims } from '@assay/domain';
import type { ProvenIdentity } from './authProvider.ts';

/** What a provider says of somebody. Any of it but `iss` and `sub` may be missing or of another type. */
type ClaimsOfToken = Claims & { iss: string; sub: string };

const isTrue = (claim: unknown) => claim === true || claim === 'true' || claim === 1 || claim === '1';

/**
 * Entra's subject differs with each client, so its object and tenant are what counts; and it says of an address that its
 * domain's owner has verified it (`xms_edov`), never `email_verified`. Without that, the administrators of any tenant
 * could claim any address.
 * @throws RangeError for a subject that is missing
 */
export function identityOfClaims(claims: ClaimsOfToken): ProvenIdentity {
  const isEntra = new URL(claims.iss).hostname === 'login.microsoftonline.com';
  const subject = isEntra ? claims.oid : claims.sub;
  if (typeof subject !== 'string' || subject === '' || subject.length > 255) throw new RangeError('no subject');
  // The issuer of a tenant has its id.
  const isVerified = isTrue(isEntra ? claims.xms_edov : claims.email_verified);
  return {
    issuer: claims.iss,
    subject,
    email: isVerified && typeof claims.email === 'string' && claims.email !== '' ? claims.email : null,
    ...namesOf(claims),
    username: usernameOf(claims.preferred_username) ?? usernameOf(claims.nickname),
    claims,
  };
}

const longestUsername = 200;

/** @returns the username at a provider; null where the claim has none */
export function usernameOf(claim: unknown): string | null {
  const name = textOf(claim);
  return name !== '' && name.length <= longestUsername ? name : null;
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '');

/** @returns the names as the provider tells them; of one that tells a whole name only, its last word is the last name */
export function namesOf({ given_name, family_name, name }: Claims): Pick<ProvenIdentity, 'firstName' | 'lastName'> {
  const [firstName, lastName] = [textOf(given_name), textOf(family_name)];
  if (firstName !== '' || lastName !== '') return { firstName, lastName };
  const words = textOf(name).split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName: last };
}
