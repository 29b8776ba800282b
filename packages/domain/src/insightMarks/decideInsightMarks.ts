import { type AccountId, type InsightId, limits, type UserId } from '@assay/contract';
import type { InsightMarksEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';

type Mark = { read: boolean; useful: boolean };

/** The newest marks, oldest first. */
export type InsightMarksState = ReadonlyMap<InsightId, Mark>;

export type InsightMarksCommand = {
  type: 'markInsight';
  accountId: AccountId;
  userId: UserId;
  insightId: InsightId;
} & Mark;

/** What one person has made of the insights of an account. */
export const insightMarksDecider: Decider<InsightMarksState, InsightMarksCommand, InsightMarksEvent> = {
  category: 'insightMarks',
  initialState: () => new Map(),
  decide: ({ type: _, ...mark }, state) => {
    const known = state.get(mark.insightId) ?? { read: false, useful: true };
    if (known.read === mark.read && known.useful === mark.useful) return [];
    return [{ type: 'InsightMarked', data: mark }];
  },
  evolve: (state, { data: { insightId, read, useful } }) => {
    const others = [...state].filter(([id]) => id !== insightId);
    return new Map([...others, [insightId, { read, useful }] as const].slice(-limits.insightMarks));
  },
};
