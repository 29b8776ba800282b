import type { ReceivedClaim, SsoRule } from '@assay/contract';
import type { Claims } from '@assay/domain';

const shownClaims = 200;
const shownValues = 100;
const shownLength = 200;

/** Claims of OpenID Connect and Entra that say who somebody is, and that no rule needs. */
const personal = new Set(
  'sub oid sid jti nonce at_hash c_hash s_hash uti rh acr email verified_primary_email unique_name upn preferred_username name given_name family_name middle_name nickname profile picture website gender birthdate phone_number address ipaddr login_hint onprem_sid'.split(
    ' ',
  ),
);

/** @returns the beginning of a value, from which its owner knows it again */
function masked(value: string): string {
  return `${value.slice(0, 2)}•••`;
}

/** @returns the claims by the names that rules give them: those within claims by a path with dots */
function* named(claims: Claims, path = ''): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(claims)) {
    const name = `${path}${key}`;
    const isWithin = typeof value === 'object' && value !== null && !Array.isArray(value) && path.split('.').length < 6;
    if (isWithin) yield* named(value as Claims, `${name}.`);
    else yield [name, value];
  }
}

/**
 * @param rules all of the account, in their order
 * @returns what a provider told, by name; what says who somebody is only by its beginning, unless a rule is about it
 */
export function receivedClaims(
  claims: Claims,
  rules: readonly SsoRule[],
  provider: string,
): { claims: ReceivedClaim[]; claimCount: number } {
  const all = [...named(claims)].sort(([a], [b]) => a.localeCompare(b));
  const shown = all.slice(0, shownClaims).map(([name, value]): ReceivedClaim => {
    const about = rules.flatMap((rule, index) => (rule.provider === provider && rule.claim === name ? [index] : []));
    const isMasked = about.length === 0 && personal.has(name.split('.')[0] ?? name);
    const values = [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const readable = values.slice(0, shownValues).map((one) => (isMasked ? masked(one) : one.slice(0, shownLength)));
    return { name, values: readable, valueCount: values.length, masked: isMasked, rules: about };
  });
  return { claims: shown, claimCount: all.length };
}
