import type { TestId, TestRunId } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, documentsOf, recorded } from '../../test/eventOf.ts';
import { projectId, testFinished, testRunId } from '../../test/runEvents.ts';
import { failures } from './failures.ts';

const noTotals = {
  passed: 0,
  failed: 0,
  ignored: 0,
  notRun: 0,
  flaky: 0,
  quarantinedPassed: 0,
  quarantinedFailed: 0,
  quarantinedOther: 0,
  durationMs: 0,
  quarantinedDurationMs: 0,
};
const down = (port: number) => `connect ECONNREFUSED 127.0.0.1:${port}`;
const inRun = (number: number, name: string, error = down(number)) =>
  testFinished(name, 'FAIL', { testRunId: `run-${number}` as TestRunId, error, startedAt: at(number) });
const failuresAfter = (...events: DomainEvent[]) =>
  documentOf(
    failures,
    events.map((event) => recorded(event)),
  );
const imported = (...results: [string, string | null][]): DomainEvent => ({
  type: 'TestResultsImported',
  data: {
    testRunId,
    projectId,
    chunk: 0,
    offset: 0,
    details: null,
    totals: noTotals,
    results: results.map(([name, error]) => ({
      testId: name as TestId,
      file: 'a.spec.ts',
      name,
      quarantined: false,
      flaky: false,
      attempts: [{ status: error === null ? 'PASS' : 'FAIL', durationMs: 1, error, hasDetails: false }],
      artifacts: [],
    })),
  },
});

describe('the failures of a problem', () => {
  it('are counted over tests and runs, the newest first', () => {
    const document = failuresAfter(inRun(1, 'a'), inRun(1, 'b'), inRun(2, 'a'));
    expect(document).toMatchObject({ accountId: 'acme', error: down(2), firstAt: at(1), count: 3, runCount: 2 });
    expect(document.recent.map((failure) => [failure.testRunId, failure.testId])).toEqual([
      ['run-2', 'a'],
      ['run-1', 'b'],
      ['run-1', 'a'],
    ]);
  });

  it('are one where a test of a lost unit fails again', () => {
    expect(failuresAfter(inRun(1, 'a'), inRun(1, 'a'))).toMatchObject({ count: 1, runCount: 1 });
  });

  it('are final ones, and those that say an error', () => {
    const events = [
      testFinished('a', 'FAIL', { error: down(1), final: false }),
      testFinished('b', 'FAIL', { error: null }),
      testFinished('c', 'PASS'),
    ];
    expect(
      documentsOf(
        failures,
        events.map((event) => recorded(event)),
      ).size,
    ).toBe(0);
  });

  it('of an upload are found in its chunks', () => {
    const event = recorded(imported(['a', down(1)], ['b', null], ['c', down(2)], ['d', 'disk is full']));
    const documents = [...documentsOf(failures, [event]).values()];
    expect(documents.map(({ error, count, recent }) => [error, count, recent.map(({ testId }) => testId)])).toEqual([
      [down(2), 2, ['c', 'a']],
      ['disk is full', 1, ['d']],
    ]);
  });

  it('are remembered up to a number, however many there are', () => {
    const many = Array.from({ length: 70 }, (_, index) => inRun(1, `t${index}`));
    const { count, recent } = failuresAfter(...many);
    expect([count, recent.length, recent[0]?.testId]).toEqual([70, 50, 't69']);
  });
});
