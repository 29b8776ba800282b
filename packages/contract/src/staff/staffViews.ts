import { type Static, Type } from 'typebox';
import { tiers } from '../accounts/accountPlan.ts';
import { formFields } from '../formFields.ts';
import { AccountId, Nullable, ProblemId, UserId } from '../ids.ts';
import { requestedRoleTypes, roleTypes } from '../roles.ts';

/** Somebody who can sign in, as staff find them. */
export const StaffPersonView = Type.Object({
  id: UserId,
  fullName: Type.String(),
  email: Type.String(),
  staff: Type.Boolean({ description: 'whether they look after the whole installation' }),
  roles: Type.Array(
    Type.Object({ accountId: AccountId, accountName: Type.String(), roleType: Type.Enum([...roleTypes]) }),
  ),
});
export type StaffPersonView = Static<typeof StaffPersonView>;

export const StaffPersonPage = Type.Object({
  people: Type.Array(StaffPersonView),
  total: Type.Integer({ minimum: 0 }),
});
export type StaffPersonPage = Static<typeof StaffPersonPage>;

export const StaffAccountView = Type.Object({
  id: AccountId,
  name: Type.String(),
  tier: Nullable(Type.Enum(tiers, { description: 'null: the self-hosted plan, which includes everything' })),
  legacyPlan: Type.Boolean({ description: 'a plan that predates tiers, which opens what the highest does' }),
  testRunCount: Type.Integer({ minimum: 0 }),
});
export type StaffAccountView = Static<typeof StaffAccountView>;

export const StaffAccountPage = Type.Object({
  accounts: Type.Array(StaffAccountView),
  total: Type.Integer({ minimum: 0 }),
});
export type StaffAccountPage = Static<typeof StaffAccountPage>;

/** A role in any account for some hours. */
export const StaffRoleRequest = Type.Object(
  {
    accountId: AccountId,
    roleType: Type.Enum(requestedRoleTypes),
    reason: Type.String({ ...formFields.reason, description: 'which the administrators of the account are told' }),
  },
  { additionalProperties: false },
);

export const fingerprintVersions = [1, 2] as const;
const ChangedProblem = Type.Object({
  id: ProblemId,
  becomes: Type.Array(ProblemId, { description: 'its problems by the other version; up to 20' }),
  becomesCount: Type.Integer({ minimum: 2 }),
  failureCount: Type.Integer({ minimum: 1 }),
  example: Type.String({ description: 'the head of an error' }),
});

/** What would change in an account if another version of the fingerprint decided. */
export const FingerprintComparison = Type.Object({
  runCount: Type.Integer({ minimum: 0, description: 'runs that were read, the newest ones with failures' }),
  failureCount: Type.Integer({ minimum: 0, description: 'their failures with an error' }),
  changedFailureCount: Type.Integer({ minimum: 0, description: 'those of problems that are split or merged' }),
  unchangedCount: Type.Integer({ minimum: 0, description: 'problems whose failures stay together, and stay alone' }),
  splitCount: Type.Integer({ minimum: 0 }),
  mergedCount: Type.Integer({ minimum: 0 }),
  split: Type.Array(ChangedProblem, { description: 'problems that become several, the largest first; up to 20' }),
  merged: Type.Array(ChangedProblem, { description: 'problems that several become, the largest first; up to 20' }),
});
export type FingerprintComparison = Static<typeof FingerprintComparison>;
