import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { roleTypes } from '../roles.ts';

/** Whoever has the value in the claim gets the role. */
export const SsoRule = Type.Object(
  {
    provider: Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 60, description: "the operator's name of it" }),
    claim: Type.String({ ...formFields.claim, description: 'such as groups, or realm_access.roles' }),
    value: Type.String({ ...formFields.claimValue, description: 'the claim itself, or one of its list' }),
    roleType: Type.Enum(roleTypes),
  },
  { additionalProperties: false },
);
export type SsoRule = Static<typeof SsoRule>;

/** The first rule that fits gives the role; without one, a role that a rule gave ends. */
export const SsoRoles = Type.Object(
  {
    sync: Type.Boolean({ description: 'whether the rules are applied at each sign-in' }),
    rules: Type.Array(SsoRule, { maxItems: 100 }),
  },
  { additionalProperties: false },
);
export type SsoRoles = Static<typeof SsoRoles>;

export const noSsoRoles: SsoRoles = { sync: false, rules: [] };
