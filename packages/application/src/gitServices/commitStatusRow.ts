import type { GitService, TestRunId } from '@assay/contract';

/** The outbox channel of commit statuses. */
export const commitStatusChannel = 'commitStatus';

/** The outbox payload. The run's status is read on delivery, so that a late message is never outdated. */
export type CommitStatusRow = {
  testRunId: TestRunId;
  /** As people know it. */
  run: string;
  provider: GitService;
  path: string;
  commit: string;
};
