import type { ProblemId, TestRunnerId } from '@assay/contract';
import type { StackFrame } from './stackFrames.ts';

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
  /** What `ownFrames` found in its stack trace, where the caller has that alone. */
  frames?: readonly StackFrame[] | undefined;
  /** The fingerprint that was stored with the result; null: there is no error to tell by. */
  problemId: ProblemId | null;
  runnerId: TestRunnerId | null;
};
