import { type Static, Type } from 'typebox';
import { promoDurations } from '../billing/subscription.ts';
import { formFields } from '../formFields.ts';
import { AccountId, Nullable, Position, StaffAccessId, Time, UserId, UserRoleId } from '../ids.ts';
import { limits } from '../limits.ts';
import { requestedRoleTypes, roleTypes } from '../roles.ts';
import { tiers } from './accountPlan.ts';

export const LoginRequest = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: limits.maxPasswordLength }),
  code: Type.Optional(
    Type.String({ maxLength: limits.maxCodeLength, description: 'of the authenticator app, or a recovery code' }),
  ),
});
export type LoginRequest = Static<typeof LoginRequest>;

/**
 * `token` is 'invalid' when the e-mail and password do not match; and with `codeRequired` when they do, but a code is
 * needed as well and was not sent or did not fit; and with `emailNotVerified` when they are those of somebody who has
 * registered and has to verify the address first.
 */
export const LoginAnswer = Type.Object({
  token: Type.String(),
  codeRequired: Type.Optional(Type.Literal(true)),
  emailNotVerified: Type.Optional(Type.Literal(true)),
});
export type LoginAnswer = Static<typeof LoginAnswer>;

/** How somebody is told what happens in an account; in the product always. */
export const NotificationSettings = Type.Object(
  {
    notifyByEmail: Type.Boolean(),
    notifyBySlack: Type.Boolean({ description: 'to whoever has said who they are at Slack' }),
  },
  { additionalProperties: false },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

/** Until when somebody of the staff has a role, which then ends by itself. */
const StaffUntil = Nullable(
  Type.Unsafe<string>({ ...Time, description: 'when the role that staff took ends; null: it stays' }),
);

export const RoleEntry = Type.Object({
  id: Type.String(),
  accountId: AccountId,
  accountName: Type.String(),
  formerNames: Type.Array(Type.String(), { description: 'addresses with these lead to the present name' }),
  setupComplete: Type.Boolean({
    description: 'whether the account is set up; until then its first page is the set-up',
  }),
  roleType: Type.Enum(roleTypes),
  twoFactorRequired: Type.Boolean({ description: 'whether only people with two-factor sign-in get in' }),
  staffUntil: StaffUntil,
  slackConnected: Type.Boolean({ description: 'whether the person has said who they are at the Slack of the account' }),
  ...NotificationSettings.properties,
});
export type RoleEntry = Static<typeof RoleEntry>;

/** Read-only access of a staff member to the test runs of an account. */
export const StaffAccessView = Type.Object({
  id: StaffAccessId,
  accountId: AccountId,
  accountName: Type.String(),
  reason: Type.String({ description: 'which the administrators of the account read' }),
  startedAt: Time,
  until: Type.Unsafe<string>({ ...Time, description: 'when it ends by itself' }),
});
export type StaffAccessView = Static<typeof StaffAccessView>;

export const UserView = Type.Object({
  id: UserId,
  firstName: Type.String(),
  lastName: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  tellAFriendRemaining: Type.Integer({ minimum: 0, description: 'people who may still be told about Assay' }),
  roles: Type.Array(RoleEntry),
  staffAccess: Type.Array(StaffAccessView, { description: 'what staff may read for now; empty for everyone else' }),
});
export type UserView = Static<typeof UserView>;

/** Who is signed in. */
export const MeView = Type.Object({
  ...UserView.properties,
  mayCreateAccount: Type.Boolean({
    description: 'whether they may create another account, as anybody may who registers',
  }),
});
export type MeView = Static<typeof MeView>;

/** Somebody's role in an account. */
export const UserRoleView = Type.Object({
  id: UserRoleId,
  accountId: AccountId,
  roleType: Type.Enum(roleTypes),
  fromSso: Type.Boolean({ description: 'a group of a provider gave the role, which follows it at each sign-in' }),
  staffUntil: StaffUntil,
  user: Type.Omit(UserView, ['roles', 'staffAccess', 'tellAFriendRemaining']),
  lastSeenAt: Nullable(Time),
  twoFactor: Nullable(
    Type.Boolean({ description: 'whether they sign in with a code as well; null: only administrators are told' }),
  ),
});
export type UserRoleView = Static<typeof UserRoleView>;

export const UserRoleRequest = Type.Object(
  { roleType: Type.Enum(requestedRoleTypes) },
  { additionalProperties: false },
);

/** Whether a person looks after the whole installation. */
export const EmployeeView = Type.Object({ employee: Type.Boolean() });

export const AccountView = Type.Object({
  id: AccountId,
  name: Type.String({ description: 'first path segment of every page of the account' }),
  setupComplete: Type.Boolean(),
  legacyPlan: Type.Boolean(),
  currentPlan: Type.Integer({ minimum: 1, maximum: 4, description: 'tier' }),
  currentPlanFeatures: Type.Array(Type.String()),
  flags: Type.Array(Type.String(), { description: 'what is switched on for the account, besides its plan' }),
  numberOfRunners: Type.Integer(),
  windowsRunners: Type.Integer(),
  maximumRunnersPerProject: Type.Integer(),
  aiOptOut: Type.Boolean({ description: 'whether no failure is sent to a model' }),
  twoFactorRequired: Type.Boolean({ description: 'whether only people with two-factor sign-in get in' }),
  monthlyAiQuotaRemaining: Nullable(
    Type.Integer({ minimum: 0, description: 'suggestions by a model left this month (UTC); null: no limit' }),
  ),
  monthlyTestRunAnalysisQuotaRemaining: Nullable(
    Type.Integer({ minimum: 0, description: 'analyses of runs by a model left this month (UTC); null: no limit' }),
  ),
  monthlyExecutionHoursLimit: Nullable(
    Type.Integer({
      description: 'hours of testing that the plan includes each month; null: the self-hosted plan has no limit',
    }),
  ),
  totalTestingMinutes: Type.Integer({
    minimum: 0,
    description: 'of all attempts at tests this month (UTC); of large accounts up to a minute old',
  }),
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type AccountView = Static<typeof AccountView>;

export const AccountNameQuery = Type.Object({ name: Type.String(formFields.accountName) });

export const AccountRequest = Type.Object(
  { name: Type.String(formFields.accountName) },
  { additionalProperties: false },
);

/** A plan as accounts can have it. */
export const AccountPlanView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  tier: Type.Integer({ minimum: 1, maximum: 4 }),
  legacyPlan: Type.Boolean(),
  features: Type.Array(Type.String()),
  testingMinutes: Nullable(
    Type.Integer({ description: 'of all tests, that the plan includes each month; null: no limit' }),
  ),
  analysedRuns: Nullable(
    Type.Integer({ description: 'analyses by AI that the plan includes each month; null: no limit' }),
  ),
  monthlyPrice: Nullable(Type.Integer({ minimum: 0, description: 'US cents; null: billing is off' })),
});

/** The plan of the account, with the promo code of its subscription. */
export const OwnPlanView = Type.Object({
  ...AccountPlanView.properties,
  promoCode: Nullable(Type.String()),
  monthlyPriceWithPromoCode: Nullable(Type.Integer({ minimum: 0, description: 'US cents' })),
  promoCodeDuration: Nullable(Type.Enum(promoDurations)),
  promoCodeDurationInMonths: Nullable(Type.Integer()),
});

export const AccountPlanRequest = Type.Object(
  {
    tier: Nullable(Type.Enum(tiers, { description: 'null: the self-hosted plan, which includes everything' })),
    legacyPlan: Type.Optional(
      Type.Boolean({ description: 'a plan that predates tiers, which opens what the highest does; false by default' }),
    ),
  },
  { additionalProperties: false },
);

export const TwoFactorRequirementRequest = Type.Object({ required: Type.Boolean() }, { additionalProperties: false });

export const AiOptOutRequest = Type.Object({ aiOptOut: Type.Boolean() }, { additionalProperties: false });

/** A name and, unless the person was erased, an e-mail. The account's API key has no e-mail. Null: the service itself. */
export const PersonView = Nullable(Type.Object({ id: Type.String(), fullName: Type.String(), email: Type.String() }));
export type PersonView = Static<typeof PersonView>;
