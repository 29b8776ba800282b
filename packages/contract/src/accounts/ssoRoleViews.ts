import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable } from '../ids.ts';
import { roleTypes } from '../roles.ts';

const ProviderName = Type.String({ pattern: '^[a-z0-9-]+$', maxLength: 60, description: "the operator's name of it" });

/** Whoever has the value in the claim gets the role. */
export const SsoRule = Type.Object(
  {
    provider: ProviderName,
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

export const SsoTestRequest = Type.Object({ provider: ProviderName }, { additionalProperties: false });

export const SsoTestResultRequest = Type.Object(
  { authId: Type.String({ maxLength: 100, description: 'as POST /auth-return has told it' }) },
  { additionalProperties: false },
);

/** A claim by the name that rules call it. */
export const ReceivedClaim = Type.Object({
  name: Type.String(),
  values: Type.Array(Type.String(), { description: 'one, or those of a list; at most 100 of them' }),
  valueCount: Type.Integer({ minimum: 0 }),
  masked: Type.Boolean({ description: 'it says who somebody is, so only its beginning is shown' }),
  rules: Type.Array(Type.Integer({ minimum: 0 }), { description: 'which rules are about it; the first is 0' }),
});
export type ReceivedClaim = Static<typeof ReceivedClaim>;

/** What a provider told of whoever signed in there to try it, and what would follow. Nothing has. */
export const SsoTestResult = Type.Object({
  provider: ProviderName,
  problem: Nullable(Type.String({ description: 'why nothing was received, as the provider says' })),
  emailVerified: Type.Boolean({ description: 'else nobody is let in by an invitation to their address' }),
  claims: Type.Array(ReceivedClaim, { description: 'by name, at most 200' }),
  claimCount: Type.Integer({ minimum: 0 }),
  leftOut: Type.Array(Type.String(), { description: 'claims of rules that are too long to be told; roles then stay' }),
  rule: Nullable(Type.Integer({ minimum: 0, description: 'the first that fits' })),
  roleType: Nullable(Type.Enum(roleTypes)),
});
export type SsoTestResult = Static<typeof SsoTestResult>;
