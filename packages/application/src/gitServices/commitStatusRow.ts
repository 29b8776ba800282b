import type { GitService, TestRunId } from '@assay/contract';

/** The channel of the outbox by which git services are told how runs stand. */
export const commitStatusChannel = 'commitStatus';

/** What the outbox holds. How the run stands is looked up when it is sent, so that a late message tells nothing old. */
export type CommitStatusRow = {
  testRunId: TestRunId;
  /** As people know it. */
  run: string;
  provider: GitService;
  path: string;
  commit: string;
};
