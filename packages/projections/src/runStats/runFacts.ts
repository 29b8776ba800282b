import type { EnvironmentId, PipelineStageId, ProjectId, TestRunId, TestRunStatus, Totals } from '@assay/contract';

/** How a run had ended, until it was opened again or its verdict was overruled. */
export type EarlierEnd = Pick<RunFacts, 'status' | 'endedAt' | 'durationMs' | 'totals' | 'retries' | 'retryMs'> & {
  until: string;
};

/** What statistics need to know of a run. */
export type RunFacts = {
  testRunId: TestRunId;
  projectId: ProjectId;
  environmentId: EnvironmentId;
  pipelineStageId: PipelineStageId | null;
  branch: string;
  commit: string | null;
  /** What tells it apart from other runs of the same tests, as `legOf` has it; '': nothing. */
  leg: string;
  createdAt: string;
  startedAt: string | null;
  /** Null while it is not finished. A verdict that is overruled later does not move it. */
  endedAt: string | null;
  /** As it is now: a person may have overruled the verdict. */
  status: TestRunStatus;
  /** Its tests were known. A run that failed without says nothing about any test. */
  testsKnown: boolean;
  /** From start to end; of an upload, the sum of its tests. Null while it is not finished. */
  durationMs: number | null;
  isUpload: boolean;
  /** Tests, each copy by itself, that were to run when it started. */
  testCount: number;
  /** As its end says; none while it is in progress. */
  totals: Totals;
  /** Attempts that were not the last one at their test, and the time that they took. */
  retries: number;
  retryMs: number;
  /** What it was before its present end, the oldest first: of nearly all runs nothing. */
  earlier: readonly EarlierEnd[];
};
