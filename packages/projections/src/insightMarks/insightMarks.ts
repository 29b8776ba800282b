import { type AccountId, type InsightId, limits, topics, type UserId } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type InsightMarksDocument = ReadModelDocument & {
  accountId: AccountId;
  userId: UserId;
  /** Newest first. */
  marks: { insightId: InsightId; read: boolean; useful: boolean }[];
};

export function insightMarksIdOf(accountId: AccountId, userId: UserId): string {
  return `${accountId}.${userId}`;
}

/** What each person has made of the insights of an account. */
export const insightMarks: Projection<InsightMarksDocument> = {
  name: 'insightMarks',
  version: 1,
  indexes: [],
  idsOf: (event) => (event.type === 'InsightMarked' ? [insightMarksIdOf(event.data.accountId, event.data.userId)] : []),
  evolve: (document, event) => {
    if (event.type !== 'InsightMarked') return document;
    const { userId, insightId, read, useful } = event.data;
    const others = (document?.marks ?? []).filter((mark) => mark.insightId !== insightId);
    const marks = [{ insightId, read, useful }, ...others].slice(0, limits.insightMarks);
    return { accountId: accountOf(event), userId, marks };
  },
  topicsOf: ({ accountId, userId }) => [{ accountId, topic: topics.insightMarks, id: userId }],
};
