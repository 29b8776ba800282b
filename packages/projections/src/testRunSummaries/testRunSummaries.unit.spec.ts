import { noTotals, type TestId } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, documentsOf, recorded } from '../../test/eventOf.ts';
import {
  canceled,
  claimed,
  completed,
  created,
  differed,
  discovered,
  finished,
  idsOf,
  listed,
  lost,
  replanned,
  runnerCreated,
  runnerExited,
  setupStarted,
  started,
  submitted,
  tearDown,
  testFinished,
  testRunId,
  testStarted,
  totalsOf,
} from '../../test/runEvents.ts';
import { testRunSummaries } from './testRunSummaries.ts';

const summaryOf = (...events: DomainEvent[]) =>
  documentOf(
    testRunSummaries,
    events.map((event, second) => recorded(event, { at: at(second), revision: second })),
  );
const running = [created, submitted, setupStarted, started(3, 'c')];

describe("a run's summary", () => {
  it('counts unfinished units of tests, whether the set-up or the plan comes first', () => {
    const planned = (...units: number[]): DomainEvent => ({
      type: 'WorkUnitsPlanned',
      data: {
        testRunId,
        complete: true,
        units: units.map((unit) => ({ unit, tests: idsOf('a'), expectedMs: 1, copy: null })),
      },
    });
    const done = (unit: number): DomainEvent => ({
      type: 'WorkUnitFinished',
      data: { testRunId, unit, attempt: 1, totals: noTotals, problem: null },
    });
    expect(summaryOf(created).openUnits).toBe(0);
    expect(summaryOf(...running, planned(1, 2), planned(3), done(2)).openUnits).toBe(2);
    expect(summaryOf(created, submitted, setupStarted, done(0), started(3), planned(1, 2)).openUnits).toBe(2);
    expect(summaryOf(...running, planned(1, 2), replanned({ unit: 1 }), done(1), done(2)).openUnits).toBe(0);
  });

  it.each([
    ['QUEUED', [created]],
    ['SUBMITTED', [created, submitted]],
    ['SETUP', [created, submitted, setupStarted]],
    ['RUNNING', running],
    ['TEAR_DOWN', [...running, tearDown]],
    ['PASS', [...running, tearDown, finished('PASS')]],
    ['FAIL', [...running, finished('FAIL')]],
    ['CANCELED', [...running, canceled()]],
  ])('is %s after the facts that say so', (status, events) => {
    expect(summaryOf(...events).status).toBe(status);
  });

  it('is complete when it ended by itself and every test has a result', () => {
    const withNotRun = finished('FAIL');
    if (withNotRun.type === 'TestRunFinished')
      withNotRun.data = { ...withNotRun.data, totals: totalsOf({ notRun: 1 }) };
    const withProblem = finished('FAIL');
    if (withProblem.type === 'TestRunFinished') withProblem.data = { ...withProblem.data, code: 'setup.failed' };
    expect(summaryOf(...running, finished('FAIL')).complete).toBe(true);
    for (const end of [withNotRun, withProblem, canceled()]) {
      expect(summaryOf(...running, end).complete).toBe(false);
    }
  });

  it('counts each copy of a test, and results that are flaky by another copy', () => {
    const twice = { ...started(3, 'c') };
    if (twice.type === 'TestRunStarted') twice.data = { ...twice.data, copies: 2 };
    const events = [created, submitted, setupStarted, twice, testFinished('a', 'PASS', { copy: 1 }), tearDown];
    expect(summaryOf(...events, differed({ testId: 'a' as TestId, passed: [1, 2] }))).toMatchObject({
      totalCount: 6,
      quarantineTotalCount: 2,
      totals: { passed: 1, flaky: 2 },
    });
  });

  it('begins only with the creation of the run', () => {
    const events = [submitted, testStarted('a'), finished('PASS')].map((event) => recorded(event));
    expect(documentsOf(testRunSummaries, events).size).toBe(0);
  });

  it('knows who asked for it and what for', () => {
    const summary = documentOf(testRunSummaries, [
      recorded(created, { actor: { kind: 'user', id: 'bob' }, at: at(3) }),
    ]);
    expect(summary).toMatchObject({
      accountId: 'acme',
      projectId: 'shop',
      environmentId: 'staging',
      branch: 'main',
      createdAt: at(3),
      createdBy: { kind: 'user', id: 'bob' },
      request: created.data,
      startTime: null,
      endTime: null,
    });
  });

  it('takes its time from set-up to end', () => {
    expect(summaryOf(...running, tearDown, finished('FAIL', 'why'))).toMatchObject({
      startTime: at(2),
      endTime: at(5),
      durationMs: 3_000,
      statusInfo: 'why',
    });
  });

  it('has no duration when it was canceled before it began', () => {
    expect(summaryOf(created, canceled())).toMatchObject({ startTime: null, endTime: at(1), durationMs: null });
  });

  it('counts its tests when they are known', () => {
    const { totalCount, quarantineTotalCount, commit } = summaryOf(...running);
    expect([totalCount, quarantineTotalCount, commit]).toEqual([3, 1, 'abc']);
  });

  it('counts results live, each test once, quarantined ones apart', () => {
    const { totals } = summaryOf(
      ...running,
      testFinished('a', 'FAIL', { final: false }),
      testFinished('a', 'PASS', { attempt: 2, flaky: true }),
      testFinished('b', 'FAIL'),
      testFinished('c', 'FAIL', { quarantined: true }),
    );
    expect(totals).toEqual(
      totalsOf({ passed: 1, flaky: 1, failed: 1, quarantinedFailed: 1, durationMs: 200, quarantinedDurationMs: 100 }),
    );
  });

  it('counts what runs at the moment: retries again, what never started not at all', () => {
    const counts: number[] = [];
    const events: DomainEvent[] = [...running];
    for (const event of [
      testStarted('a'),
      testStarted('b'),
      testFinished('a', 'FAIL', { final: false }),
      testStarted('a', 2),
      testFinished('a', 'PASS', { attempt: 2 }),
      testFinished('c', 'IGNORED', { wasRunning: false }),
      testFinished('b', 'PASS'),
    ]) {
      events.push(event);
      counts.push(summaryOf(...events).runningCount);
    }
    expect(counts).toEqual([1, 2, 1, 2, 1, 1, 0]);
  });

  it('has nothing running once a unit is lost, or the run is over', () => {
    const busy = [...running, claimed(), testStarted('a')];
    expect(summaryOf(...busy, lost({ unfinished: idsOf('a', 'b'), running: idsOf('a') })).runningCount).toBe(0);
    expect(summaryOf(...busy, canceled()).runningCount).toBe(0);
    expect(summaryOf(...busy, canceled(), testStarted('b')).runningCount).toBe(0);
  });

  it('counts its runners, and those at work', () => {
    const counts: [number, number][] = [];
    const events: DomainEvent[] = [created];
    for (const event of [runnerCreated, claimed(0), completed(0), claimed(1), lost({}), claimed(1), runnerExited]) {
      events.push(event);
      const { runners, busyRunners } = summaryOf(...events);
      counts.push([runners, busyRunners]);
    }
    expect(counts).toEqual([
      [1, 0],
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
  });

  it('keeps what a lost unit of listed tests had finished', () => {
    const kept = replanned({ tests: idsOf('b'), finished: totalsOf({ passed: 1 }) });
    expect(summaryOf(...running, testFinished('a', 'PASS'), lost({ unfinished: idsOf('b') }), kept)).toMatchObject({
      totalCount: 3,
      totals: { passed: 1 },
    });
  });

  it.each([
    [
      'had finished some',
      [discovered('a', true), testFinished('a', 'PASS', { quarantined: true }), discovered('b')],
      { undiscovered: 1, dropped: totalsOf({ quarantinedPassed: 1, quarantinedDurationMs: 100 }) },
    ],
    ['had finished none', [discovered('a', true), discovered('b')], { undiscovered: 2, undiscoveredQuarantined: 1 }],
    ['had shown none', [], {}],
  ])('counts tests that show themselves once, also when their unit %s and was lost', (_, events, loss) => {
    const again = [discovered('a', true), discovered('b')];
    const summary = summaryOf(
      created,
      submitted,
      setupStarted,
      started(0),
      ...events,
      lost({}),
      replanned(loss),
      ...again,
    );
    expect(summary).toMatchObject({ totalCount: 2, quarantineTotalCount: 1, totals: totalsOf({}) });
  });

  it("has the revision of the run's own stream, whatever else tells of it", () => {
    const events = [recorded(created, { revision: 0 }), recorded(testStarted('a'), { revision: 40 })];
    expect(documentOf(testRunSummaries, events).revision).toBe(0);
    expect(documentOf(testRunSummaries, [...events, recorded(submitted, { revision: 1 })]).revision).toBe(1);
  });

  it('keeps its end when a person sets another status', () => {
    const set: DomainEvent = { type: 'TestRunStatusSet', data: { testRunId, from: 'FAIL', to: 'PASS' } };
    expect(summaryOf(...running, finished('FAIL'), set)).toMatchObject({ status: 'PASS', endTime: at(4) });
  });

  it('is announced to viewers of the list and of the run', () => {
    const event = recorded(created);
    const topics = testRunSummaries.topicsOf(documentOf(testRunSummaries, [event]), event);
    expect(topics.map(({ topic }) => topic)).toEqual(['testRuns', `testRun:${testRunId}`]);
  });

  it('has nothing to do with the list of tests', () => {
    expect(testRunSummaries.idsOf(recorded(listed('a')))).toEqual([]);
  });
});
