import type { ProblemId, ResultStatus, TestId, TestRunId, TestRunStatus } from '@assay/contract';
import type { RunFacts } from '../runStats/runFacts.ts';

/** A run that ended, as far as quarantine asks. */
export type QuarantinedRun = Pick<
  RunFacts,
  'testRunId' | 'branch' | 'environmentId' | 'commit' | 'createdAt' | 'totals'
> & {
  number: number;
  endedAt: string;
  /** As it ended; a person may have overruled it since. */
  verdict: TestRunStatus;
  /** What failed it, besides its tests. */
  code: string | null;
  copies: number;
  ignoresQuarantine: boolean;
  /** When it was settled which of its tests are quarantined. */
  settledAt: string;
  /** Nearly everything failed in it. */
  isOutage: boolean;
};

/** A result of a test: of all its attempts and copies together. */
export type QuarantinedResult = {
  testRunId: TestRunId;
  status: ResultStatus;
  flaky: boolean;
  quarantined: boolean;
  /** As many of its copies failed: 1 in a run that has one copy of each test. */
  failedCopies: number;
  /** What it failed of; null: it did not, says nothing, or was not compared. */
  problemId: ProblemId | null;
};

/** A test that was flaky in a run, and not quarantined in it. */
export type QuarantinedTest = { testId: TestId; file: string; name: string; results: QuarantinedResult[] };

/** What is known of a project's runs and flaky tests in a time. */
export type QuarantineFacts = {
  /** Oldest first; only those that ended. */
  runs: QuarantinedRun[];
  /** Results by when their runs were created. */
  tests: QuarantinedTest[];
  /** Before then only the newest results of each test are known, ISO 8601; null: all are known. */
  knownFrom: string | null;
  /** Tests that failed and were not looked at. */
  unseenTests: number;
  /** Failures whose errors were not compared. */
  uncompared: number;
};
