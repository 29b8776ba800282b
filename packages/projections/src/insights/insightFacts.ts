import type { AccountId, ProjectId, TestId, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';

/** A test, as insights name it. */
export type NamedTest = {
  projectId: ProjectId;
  testId: TestId;
  name: string;
  file: string;
  lastRunId: TestRunId | null;
};

/** What facts show. `subject` tells those of one type apart; `since` is when it began to be so, ISO 8601. */
export type InsightFact = { subject: string; amount: number; since: string } & (
  | { type: 'NEW_FLAKY' | 'RECOVERED'; test: NamedTest; seen: number; of: number }
  | { type: 'SLOWER'; test: NamedTest; beforeMs: number; nowMs: number }
  | { type: 'IDLE_QUARANTINE'; test: NamedTest; passes: number }
  | { type: 'SLOW_START'; beforeMs: number; nowMs: number; runs: number }
);

/**
 * @param now milliseconds since 1970
 * @param at the same, where a moment of the past is meant: runs count as they stood then
 */
export type InsightsReader = (
  collections: Collections,
  accountId: AccountId,
  now: number,
  at?: number,
) => Promise<InsightFact[]>;
