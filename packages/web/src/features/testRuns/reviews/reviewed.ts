import type { ReviewType, TestResultRow, TestRunId, TestRunView, WorkItem } from '@assay/contract';

/** A run, or a test in a run, with its review as last read. */
export type Reviewed = Pick<TestResultRow, 'reviewerUserId' | 'reviewStatusId' | 'reviewRevision'> & {
  testRunId: TestRunId;
  /** Null: the run itself. */
  testRunTestId: string | null;
};

function reviewOf({ reviewerUserId, reviewStatusId, reviewRevision }: Omit<Reviewed, 'testRunId' | 'testRunTestId'>) {
  return { reviewerUserId, reviewStatusId, reviewRevision };
}

export function reviewedRun(run: TestRunView): Reviewed {
  return { testRunId: run.id, testRunTestId: null, ...reviewOf(run) };
}

export function reviewedTest(test: Omit<TestResultRow, 'recent'>): Reviewed {
  return { testRunId: test.testRunId, testRunTestId: test.id, ...reviewOf(test) };
}

export function reviewedItem(item: WorkItem): Reviewed {
  return { testRunId: item.testRunId, testRunTestId: item.test === null ? null : item.id, ...reviewOf(item) };
}

/** @returns how a request names what is reviewed. */
export function nameOf({ testRunId, testRunTestId }: Reviewed) {
  const reviewType: ReviewType = testRunTestId === null ? 'TEST_RUN' : 'TEST_RUN_TEST';
  return { reviewType, testRunId, testRunTestId };
}
