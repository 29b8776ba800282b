import type { ProblemId, TestRunnerId } from '@assay/contract';

/** A failed test of a run. */
export type FailedTest = {
  /** Of its row in the results of the run. */
  id: string;
  file: string;
  name: string;
  framework: string | null;
  /** The head of its last attempt's message; null: it says none. */
  error: string | null;
  /** What the framework printed about it, with its stack trace, where the caller has it. */
  stack?: string | null;
  /** The fingerprint that was stored with the result; null: there is no error to tell by. */
  problemId: ProblemId | null;
  runnerId: TestRunnerId | null;
};
