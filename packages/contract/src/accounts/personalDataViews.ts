import { type Static, Type } from 'typebox';
import { accessActions } from '../accessLog/accessActions.ts';
import { formFields } from '../formFields.ts';
import { AccountId, Nullable, TeamId, TestRunId, Time, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { roleTypes } from '../roles.ts';
import { NotificationSettings } from './accountViews.ts';
import { SessionView } from './profileViews.ts';

const inAccount = { accountId: AccountId };
const roleType = Type.Enum(roleTypes);

/** Everything that the installation holds about a person. Nobody else's names are in it, and no secrets. */
export const PersonalExport = Type.Object({
  exportedAt: Time,
  profile: Type.Object({
    id: UserId,
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    staff: Type.Boolean({ description: 'looks after the whole installation' }),
    hasPassword: Type.Boolean(),
    twoFactorSince: Nullable(Time),
  }),
  roles: Type.Array(
    Type.Object({ ...inAccount, accountName: Type.String(), roleType, ...NotificationSettings.properties }),
  ),
  teams: Type.Array(Type.Object({ ...inAccount, id: TeamId, name: Type.String() })),
  sessions: Type.Array(Type.Omit(SessionView, ['current'])),
  externalIdentities: Type.Array(
    Type.Object({ provider: Type.String(), email: Type.String(), username: Nullable(Type.String()), linkedAt: Time }),
  ),
  invitationsReceived: Type.Array(
    Type.Object({
      ...inAccount,
      email: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      roleType,
      sentAt: Time,
      accepted: Type.Boolean(),
    }),
  ),
  invitationsSent: Type.Array(Type.Object({ ...inAccount, roleType, sentAt: Time })),
  apiKeys: Type.Array(
    Type.Object({
      ...inAccount,
      name: Nullable(Type.String({ description: "null: the account's own" })),
      end: Type.String({ description: 'its last characters' }),
      createdAt: Time,
      lastUsedAt: Nullable(Time),
    }),
  ),
  sharedLinks: Type.Array(
    Type.Object({ ...inAccount, testRunId: TestRunId, createdAt: Time, expiresAt: Time, lastUsedAt: Nullable(Time) }),
    { description: 'links to test runs that the person created' },
  ),
  visits: Type.Array(
    Type.Object({
      accountId: Nullable(AccountId),
      at: Time,
      action: Type.Enum([...accessActions]),
      about: Nullable(Type.String()),
      address: Nullable(Type.String()),
    }),
    { description: 'the last year' },
  ),
  mails: Type.Array(Type.Object({ at: Time, subject: Type.String() }), {
    description: 'to the person, as far as they are still kept',
  }),
  messages: Type.Array(Type.Object({ ...inAccount, testRunId: TestRunId, at: Time, text: Type.String() }), {
    description: 'what the person wrote about runs, in which <@id> names somebody',
  }),
  followed: Type.Array(Type.Object({ ...inAccount, testRunId: TestRunId }), { description: 'runs' }),
  friendsTold: Type.Integer({ minimum: 0 }),
  actions: Type.Array(
    Type.Object({
      accountId: Nullable(AccountId),
      at: Time,
      category: Type.String({ description: 'the kind of thing, such as project' }),
      event: Type.String({ description: 'what happened to it, such as ProjectRenamed' }),
    }),
    { description: 'what the person did' },
  ),
});
export type PersonalExport = Static<typeof PersonalExport>;

/** Somebody without a password has to have signed in within the last 10 minutes instead. */
export const EraseMeRequest = Type.Object(
  { currentPassword: Type.Optional(Type.String({ maxLength: limits.maxPasswordLength })) },
  { additionalProperties: false },
);

export const ErasePersonRequest = Type.Object(
  { reason: Type.String({ ...formFields.erasureReason, description: 'kept for good: it should not name the person' }) },
  { additionalProperties: false },
);
