import type { RoleType, SsoRule } from '@assay/contract';

/** What a provider reports about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether the provider left a claim out because it is too long: Entra does that with more than 200 groups, and says where
 * they could be asked for instead.
 */
export function isLeftOut(claims: Claims, claim: string): boolean {
  return Object.hasOwn(Object(claims._claim_names), claim) || (claim === 'groups' && claims.hasgroups === true);
}

/** @returns the claim of the name, or else what a path with dots leads to */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>((value, name) => (Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined), claims);
}

/**
 * @param rules of one provider, in their order
 * @returns the first rule that fits; null for none, 'notTold' when a claim that could have fitted is left out
 */
export function fittingSsoRule(rules: readonly SsoRule[], claims: Claims): SsoRule | null | 'notTold' {
  for (const rule of rules) {
    if (isLeftOut(claims, rule.claim)) return 'notTold';
    if ([claimAt(claims, rule.claim)].flat().includes(rule.value)) return rule;
  }
  return null;
}

/**
 * @param rules of one provider, in their order
 * @returns the role of the first rule that fits; null for none, 'notTold' when a claim that could have fitted is left out
 */
export function ssoRoleOf(rules: readonly SsoRule[], claims: Claims): RoleType | null | 'notTold' {
  const rule = fittingSsoRule(rules, claims);
  return rule === null || rule === 'notTold' ? rule : rule.roleType;
}
