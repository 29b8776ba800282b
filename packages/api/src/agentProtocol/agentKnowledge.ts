import type { AccountId, EnvironmentId, ProjectId, TestRunId } from '@assay/contract';
import { RecentMap } from '@assay/event-log';

const remembered = 5_000;

/** What this process remembers about agents' work, to avoid a lookup on every call. */
export type AgentKnowledge = {
  /** The environments of runs, which never change. */
  environmentsOfRuns: RecentMap<TestRunId, EnvironmentId>;
  /** The projects of runs, which never change. */
  projectsOfRuns: RecentMap<TestRunId, ProjectId>;
  /** The maximum of an account's runners, by account and machine type, and when it was read. */
  maximums: RecentMap<string, { most: number; readAt: number }>;
  /** Which agents work on which runs, with the run's account; this never changes. */
  accountsOfWork: RecentMap<string, AccountId>;
};

export function agentKnowledge(): AgentKnowledge {
  return {
    environmentsOfRuns: new RecentMap(remembered),
    projectsOfRuns: new RecentMap(remembered),
    maximums: new RecentMap(remembered),
    accountsOfWork: new RecentMap(remembered),
  };
}
