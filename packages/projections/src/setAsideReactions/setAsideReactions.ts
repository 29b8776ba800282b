import type { AccountId } from '@assay/contract';
import type { ReactionSetAside } from '@assay/event-schemas';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type SetAsideReactionDocument = ReadModelDocument & {
  /** Of the event; null where that belongs to no account. */
  accountId: AccountId | null;
  status: 'setAside' | 'retrying' | 'settled';
  /** As it failed the last time. */
  reaction: ReactionSetAside;
  /** How often it was set aside. */
  failures: number;
  firstFailedAt: string;
  lastFailedAt: string;
};

export const setAsideReactions: Projection<SetAsideReactionDocument> = {
  name: 'setAsideReactions',
  version: 1,
  indexes: [{ status: 1, lastFailedAt: -1 }],
  acrossAccounts: true,
  idsOf: (event) => {
    switch (event.type) {
      case 'ReactionSetAside':
      case 'ReactionRetryRequested':
      case 'ReactionSettled':
        return [event.data.reactionId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { accountId, occurredAt } = event.envelope;
    if (event.type === 'ReactionSetAside') {
      return {
        accountId: document?.accountId ?? accountId,
        status: 'setAside',
        reaction: event.data,
        failures: (document?.failures ?? 0) + 1,
        firstFailedAt: document?.firstFailedAt ?? occurredAt,
        lastFailedAt: occurredAt,
      };
    }
    if (document === null) return null;
    if (event.type === 'ReactionRetryRequested') return { ...document, status: 'retrying' };
    return event.type === 'ReactionSettled' ? { ...document, status: 'settled' } : document;
  },
  topicsOf: () => [],
};
