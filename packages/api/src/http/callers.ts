import type {
  AccountId,
  AccountPermission,
  ApiKeyPermission,
  ApiKeyScope,
  Permission,
  RoleType,
  UserId,
} from '@assay/contract';
import type { AccountReads } from '@assay/projections';

/** A person with a session. */
export type SignedIn = { kind: 'signedIn'; userId: UserId; sessionId: string; token: string };

/** A person who looks after the whole installation. */
export type StaffCaller = { kind: 'staff'; userId: UserId; sessionId: string };

/** A person in the account that the request names, whose role allows the call. */
export type Member = {
  kind: 'member';
  userId: UserId;
  sessionId: string;
  accountId: AccountId;
  role: RoleType;
  /** They are of the staff, and took the role, or may read its test runs, for some hours. */
  ofStaff: boolean;
  /** They have no role: they are of the staff, and may read the account's test runs for some hours. */
  readsOnly: boolean;
  /** The account's documents, and no other's. */
  models: AccountReads;
};

/** A program with an API key of the account. */
export type ApiKeyCaller = {
  kind: 'apiKey';
  apiKeyId: string;
  accountId: AccountId;
  scope: ApiKeyScope;
  models: AccountReads;
};

/** A runner agent's token. A null account serves the whole installation. */
export type AgentCaller = { kind: 'agent'; tokenId: string; accountId: AccountId | null };

export type Caller = null | SignedIn | StaffCaller | Member | ApiKeyCaller | AgentCaller;

/** Who calls a route of this permission. */
export type CallerOf<P extends Permission> = P extends 'public'
  ? null
  : P extends 'signedIn'
    ? SignedIn
    : P extends 'agent'
      ? AgentCaller
      : P extends 'staff'
        ? StaffCaller
        : P extends ApiKeyPermission
          ? Member | ApiKeyCaller
          : P extends AccountPermission
            ? Member
            : never;
