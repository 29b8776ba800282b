import type { TestId, TestRunId } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, documentsOf, recorded } from '../../test/eventOf.ts';
import { discovered, listed, projectId, testFinished } from '../../test/runEvents.ts';
import { imported, result } from '../../test/uploadEvents.ts';
import { projectTests } from './projectTests.ts';

const testOf = (...events: DomainEvent[]) =>
  documentOf(
    projectTests,
    events.map((event, second) => recorded(event, { at: at(second) })),
  );
const inRun = (number: number, status: 'PASS' | 'FAIL' | 'IGNORED' | 'NOT_RUN', changed: object = {}) =>
  testFinished('a', status, { testRunId: `run-${number}` as TestRunId, startedAt: at(number), ...changed });
const quarantined: DomainEvent = {
  type: 'TestQuarantined',
  data: { projectId, testId: 'a' as TestId, file: 'a.spec.ts', name: 'a', reason: 'unstable' },
};
const dequarantined: DomainEvent = { type: 'TestDequarantined', data: { projectId, testId: 'a' as TestId } };

describe('a test of a project', () => {
  it('is known from the first list on, by its newest file, name and tags', () => {
    expect(testOf(listed('a'))).toMatchObject({ file: 'a.spec.ts', name: 'a', tags: ['@smoke'], recent: [] });
    expect(testOf(listed('a'), discovered('a'))).toMatchObject({ file: 'b.spec.ts', tags: [] });
  });

  it('remembers its last ten results, newest first', () => {
    const results = Array.from({ length: 12 }, (_, number) => inRun(number, 'PASS', { durationMs: number }));
    const { recent } = testOf(listed('a'), ...results);
    expect(recent.map(({ durationMs }) => durationMs)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('counts final results only, and one for each run: the last', () => {
    const { recent } = testOf(listed('a'), inRun(1, 'FAIL', { final: false }), inRun(1, 'FAIL'), inRun(1, 'PASS'));
    expect(recent.map(({ status }) => status)).toEqual(['PASS']);
  });

  it('has one result for all copies of a run: the worst, flaky where they differ, and as long as the longest', () => {
    const copy = (of: number, status: 'PASS' | 'FAIL', durationMs = 5) => inRun(1, status, { copy: of, durationMs });
    const before = [listed('a'), inRun(0, 'PASS')];
    for (const copies of [
      [copy(1, 'PASS', 30), copy(2, 'FAIL'), copy(3, 'PASS')],
      [copy(3, 'FAIL'), copy(1, 'PASS'), copy(2, 'PASS', 30)],
    ]) {
      const { recent, failingSince } = testOf(...before, ...copies);
      expect(recent.map(({ testRunId }) => testRunId)).toEqual(['run-1', 'run-0']);
      expect(recent[0]).toMatchObject({ status: 'FAIL', flaky: true, durationMs: 30 });
      expect(failingSince?.testRunId).toBe('run-1');
    }
    expect(testOf(...before, copy(1, 'PASS'), copy(2, 'PASS')).recent[0]).toMatchObject({
      status: 'PASS',
      flaky: false,
    });
  });

  it('has the results of its new name as well, and gives them back when that is another test', () => {
    const names = { file: 'b.spec.ts', name: 'b', formerFile: 'a.spec.ts', formerName: 'a' };
    const pair = { testId: 'a' as TestId, renamedId: 'b' as TestId, ...names };
    const failure = { testRunId: 'run-2' as TestRunId, status: 'FAIL' as const, flaky: false, quarantined: false };
    const results = [{ ...failure, retries: 0, retryMs: 0, durationMs: 5, at: at(2) }];
    const testRunId = 'run-2' as TestRunId;
    const renamed: DomainEvent = {
      type: 'TestsRenamed',
      data: { projectId, testRunId, reason: 'MOVED_FILE', tests: [{ ...pair, results }] },
    };
    const undone: DomainEvent = { type: 'RenameUndone', data: { projectId, ...pair, results } };
    const before = [listed('a'), inRun(1, 'PASS')];
    const joined = testOf(...before, renamed);
    expect(joined).toMatchObject({ file: 'b.spec.ts', name: 'b', failingSince: { testRunId: 'run-2' } });
    expect(joined.recent.map((result) => result.testRunId)).toEqual(['run-2', 'run-1']);
    const separated = testOf(...before, renamed, undone);
    expect(separated).toMatchObject({ file: 'a.spec.ts', name: 'a', failingSince: null });
    expect(separated.recent.map((result) => result.testRunId)).toEqual(['run-1']);
  });

  it('knows the days on which it was run, and not those on which it was only listed or left out', () => {
    const day = (number: number) => `2026-03-0${number}T12:00:00Z`;
    const { daysRun } = testOf(
      listed('a'),
      inRun(1, 'PASS', { startedAt: day(1) }),
      inRun(2, 'FAIL', { startedAt: day(2) }),
      inRun(3, 'IGNORED', { startedAt: day(3) }),
      inRun(4, 'NOT_RUN', { startedAt: day(4) }),
      inRun(5, 'PASS', { startedAt: day(5) }),
    );
    const first = Date.parse('2026-03-01') / 86_400_000;
    expect(daysRun).toEqual([
      { from: first, to: first + 1 },
      { from: first + 4, to: first + 4 },
    ]);
  });

  it('knows since when it has failed without a pass in between', () => {
    const events = [listed('a'), inRun(1, 'FAIL'), inRun(2, 'PASS'), inRun(3, 'FAIL')];
    expect(testOf(...events).failingSince).toEqual({ testRunId: 'run-3', at: at(3) });
    expect(testOf(...events, inRun(4, 'FAIL')).failingSince).toEqual({ testRunId: 'run-3', at: at(3) });
    expect(testOf(...events, inRun(4, 'PASS')).failingSince).toBeNull();
  });

  it('takes an older result of an upload into its history, and fails since when it did', () => {
    const events = [listed('a'), inRun(2, 'FAIL'), inRun(4, 'FAIL')].map((event) => recorded(event, { at: at(4) }));
    const { recent, failingSince } = documentOf(projectTests, [
      ...events,
      recorded(imported(0, { passed: 1 }, result('a')), { at: at(3) }),
    ]);
    expect(recent.map(({ status, at: ran }) => [status, ran])).toEqual([
      ['FAIL', at(4)],
      ['PASS', at(3)],
      ['FAIL', at(2)],
    ]);
    expect(failingSince).toEqual({ testRunId: 'run-2', at: at(2) });
  });

  it.each(['IGNORED', 'NOT_RUN'] as const)(
    'still fails after a result of %s, which says nothing about it',
    (status) => {
      const events = [listed('a'), inRun(1, 'FAIL'), inRun(2, status), inRun(3, 'FAIL')];
      expect(testOf(...events).failingSince).toMatchObject({ testRunId: 'run-1' });
    },
  );

  it('is quarantined by somebody, for a reason, until it is released', () => {
    expect(testOf(listed('a'), quarantined).quarantine).toEqual({
      at: at(1),
      byUserId: 'ada',
      reason: 'unstable',
      until: null,
      ownerUserId: null,
      reminded: false,
    });
    expect(testOf(listed('a'), quarantined, dequarantined).quarantine).toBeNull();
  });

  it('has the issues that people name at it, the oldest first', () => {
    const named = { projectId, testId: 'a' as TestId };
    const added = (key: string): DomainEvent => ({
      type: 'TestIssueKeyAdded',
      data: { ...named, file: 'a.spec.ts', name: 'a', key },
    });
    const removed: DomainEvent = { type: 'TestIssueKeyRemoved', data: { ...named, key: 'SHOP-1' } };
    const keysOf = (...events: DomainEvent[]) => testOf(listed('a'), ...events).issueKeys.map(({ key }) => key);
    expect(keysOf(added('SHOP-1'), added('SHOP-2'))).toEqual(['SHOP-1', 'SHOP-2']);
    expect(keysOf(added('SHOP-1'), added('SHOP-2'), removed)).toEqual(['SHOP-2']);
    expect(testOf(added('SHOP-1'))).toMatchObject({ name: 'a', firstRunId: null });
  });

  it('may be quarantined before it was ever listed', () => {
    expect(testOf(quarantined)).toMatchObject({ name: 'a', recent: [], quarantine: { reason: 'unstable' } });
  });

  it('is not created by a result or by the end of a quarantine', () => {
    expect(documentsOf(projectTests, [recorded(inRun(1, 'PASS')), recorded(dequarantined)]).size).toBe(0);
  });

  it('is published when its quarantine changes, not with every result', () => {
    const test = testOf(listed('a'));
    expect(projectTests.topicsOf(test, recorded(quarantined))).toMatchObject([{ topic: 'projectTests:shop', id: 'a' }]);
    expect(projectTests.topicsOf(test, recorded(inRun(1, 'PASS')))).toEqual([]);
  });
});
