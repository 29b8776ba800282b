import type { CauseKind, ProblemId, TestRunnerId } from '@assay/contract';
import { signatureOf } from './fingerprint.ts';

/** A failed test of a run. */
export type FailedTest = {
  /** Of its row in the results of the run. */
  id: string;
  file: string;
  name: string;
  framework: string | null;
  /** The head of its last attempt's message; null: it says none. */
  error: string | null;
  /** The fingerprint that was stored with the result; null: there is no error to tell by. */
  problemId: ProblemId | null;
  runnerId: TestRunnerId | null;
};

/** Failed tests with one cause. */
export type FailureGroup<Failed extends FailedTest = FailedTest> = {
  /** Of the fingerprint that most of its tests have; of several, the first in alphabetical order. */
  id: ProblemId;
  /** All its fingerprints, `id` first. */
  problemIds: readonly ProblemId[];
  name: string;
  /** The error with placeholders for what differs between its tests. */
  template: string;
  kind: CauseKind;
  /** The project's own line of code that most of its tests have in their stack. */
  frame: { text: string; testCount: number } | null;
  /** By file, name and id. */
  tests: readonly Failed[];
};

export type GroupedFailures<Failed extends FailedTest = FailedTest> = {
  /** The largest first. */
  groups: readonly FailureGroup<Failed>[];
  /** Failures that say no error. */
  unexplained: readonly Failed[];
  /** There were too many different errors to compare them with each other: equal fingerprints were grouped, no more. */
  isCoarse: boolean;
};

function byPlace(one: FailedTest, other: FailedTest): number {
  return one.file.localeCompare(other.file) || one.name.localeCompare(other.name) || one.id.localeCompare(other.id);
}

/**
 * Groups the failures of a run by cause. The order in which they arrive makes no difference.
 * @param failures those of one run, one for each test
 */
export function groupFailures<Failed extends FailedTest>(failures: readonly Failed[]): GroupedFailures<Failed> {
  const byId = new Map<ProblemId, Failed[]>();
  const unexplained: Failed[] = [];
  for (const failure of failures) {
    if (failure.problemId === null) unexplained.push(failure);
    else byId.set(failure.problemId, [...(byId.get(failure.problemId) ?? []), failure]);
  }
  const groups = [...byId].map(([id, tests]): FailureGroup<Failed> => {
    const template = signatureOf(tests[0]?.error ?? '')?.text ?? '';
    const name = template.split('\n')[0] ?? '';
    return { id, problemIds: [id], name, template, kind: 'UNKNOWN', frame: null, tests: tests.sort(byPlace) };
  });
  groups.sort((one, other) => other.tests.length - one.tests.length || one.id.localeCompare(other.id));
  return { groups, unexplained: unexplained.sort(byPlace), isCoarse: false };
}
