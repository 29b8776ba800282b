import type { AccountId, EnvironmentId, TestRunId } from '@assay/contract';
import { RecentMap } from '@assay/event-log';

const remembered = 5_000;

/** What this process has found out about agents' work and need not look up with each of their calls. */
export type AgentKnowledge = {
  /** The environments of runs; a run's never changes. */
  environmentsOfRuns: RecentMap<TestRunId, EnvironmentId>;
  /** How many runners of an account may be at work at once, by account and kind of machine, and when that was read. */
  maximums: RecentMap<string, { most: number; readAt: number }>;
  /** Agents and runs that were found to belong together, with the run's account; that never changes. */
  accountsOfWork: RecentMap<string, AccountId>;
};

export function agentKnowledge(): AgentKnowledge {
  return {
    environmentsOfRuns: new RecentMap(remembered),
    maximums: new RecentMap(remembered),
    accountsOfWork: new RecentMap(remembered),
  };
}
