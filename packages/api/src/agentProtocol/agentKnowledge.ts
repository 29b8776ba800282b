import { AnswerCache, LruCache } from '@assay/concurrency';
import type { AccountId, EnvironmentId, ProjectId, TestRunId } from '@assay/contract';

const remembered = 5_000;

/** What this process remembers about agents' work, to avoid a lookup on every call. */
export type AgentKnowledge = {
  /** The environments of runs, which never change. */
  environmentsOfRuns: LruCache<TestRunId, EnvironmentId>;
  /** The projects of runs, which never change. */
  projectsOfRuns: LruCache<TestRunId, ProjectId>;
  /** The maximum of an account's runners, by account and machine type. */
  maximums: AnswerCache;
  /** Which agents work on which runs, with the run's account; this never changes. */
  accountsOfWork: LruCache<string, AccountId>;
};

export function agentKnowledge(): AgentKnowledge {
  return {
    environmentsOfRuns: new LruCache(remembered),
    projectsOfRuns: new LruCache(remembered),
    maximums: new AnswerCache({ maxSize: remembered }),
    accountsOfWork: new LruCache(remembered),
  };
}
