import type { ResultStatus, TestRunId } from '@assay/contract';

/** The result of a test in a run: of all its copies and attempts together. */
export type TestResult = {
  testRunId: TestRunId;
  status: ResultStatus;
  /** It failed and passed in the run, which had one commit. */
  flaky: boolean;
  quarantined: boolean;
  /** Attempts before the last one, and the time that they took. */
  retries: number;
  retryMs: number;
  /** Of the last attempt. */
  durationMs: number;
};

const letters: Readonly<Record<ResultStatus, string>> = { PASS: 'P', FAIL: 'F', IGNORED: 'I', NOT_RUN: 'N' };
const statuses = new Map(Object.entries(letters).map(([status, letter]) => [letter, status as ResultStatus]));

/**
 * Results in one text: a document of a hundred objects would be written again, field by field, with every result of the
 * test.
 */
export function pack(results: readonly TestResult[]): string {
  return results
    .map(({ testRunId, status, flaky, quarantined, retries, retryMs, durationMs }) => {
      const marks = `${letters[status]}${flaky ? 'f' : ''}${quarantined ? 'q' : ''}`;
      return [testRunId, marks, retries, retryMs, durationMs].join(' ');
    })
    .join('\n');
}

/** @returns the results of a text of `pack` */
export function unpack(packed: string): TestResult[] {
  if (packed === '') return [];
  return packed.split('\n').map((line) => {
    const [testRunId = '', marks = '', retries, retryMs, durationMs] = line.split(' ');
    return {
      testRunId: testRunId as TestRunId,
      status: statuses.get(marks.charAt(0)) ?? 'NOT_RUN',
      flaky: marks.includes('f'),
      quarantined: marks.includes('q'),
      retries: Number(retries),
      retryMs: Number(retryMs),
      durationMs: Number(durationMs),
    };
  });
}
