import type { AccountId, UserId } from '@assay/contract';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type UserActionDocument = ReadModelDocument & {
  userId: UserId;
  /** Null: of no account. */
  accountId: AccountId | null;
  at: string;
  /** The kind of thing, such as `project`. */
  category: string;
  /** What happened to it, such as `ProjectRenamed`. */
  event: string;
};

/** What each person did: a document for every fact that somebody caused by hand. */
export const userActions: Projection<UserActionDocument> = {
  name: 'userActions',
  version: 1,
  indexes: [{ userId: 1, at: 1 }],
  tier: 'trailing',
  acrossAccounts: true,
  neverChanges: true,
  idsOf: ({ id, envelope: { actor } }) => (actor.kind === 'user' || actor.kind === 'staff' ? [id] : []),
  evolve: (_, { type: event, stream, envelope: { accountId, actor, occurredAt: at } }) => ({
    userId: actor.id as UserId,
    accountId,
    at,
    category: stream.slice(0, stream.indexOf('-')),
    event,
  }),
  topicsOf: () => [],
};
