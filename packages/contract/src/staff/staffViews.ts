import { type Static, Type } from 'typebox';
import { tiers } from '../accounts/accountPlan.ts';
import { formFields } from '../formFields.ts';
import { AccountId, Nullable, UserId } from '../ids.ts';
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
