import { noTotals } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, recorded } from '../../test/eventOf.ts';
import {
  claimed,
  completed,
  created,
  lost,
  runnerCreated,
  runnerExited,
  setupStarted,
  started,
  submitted,
  tearDown,
  testFinished,
  testRunId,
  testStarted,
} from '../../test/runEvents.ts';
import { testRunDetails } from './testRunDetails.ts';

const detailOf = (...events: DomainEvent[]) =>
  documentOf(
    testRunDetails,
    events.map((event, second) => recorded(event, { at: at(second) })),
  );
const runnerAfter = (...events: DomainEvent[]) => detailOf(created, runnerCreated, ...events).runners[0];

describe("a run's details", () => {
  it('say when each step began', () => {
    expect(detailOf(created).steps).toMatchObject({ queuedAt: at(0), submittedAt: null, tearDownAt: null });
    expect(detailOf(created, submitted, setupStarted, started(1), tearDown).steps).toEqual({
      queuedAt: at(0),
      submittedAt: at(1),
      setupAt: at(2),
      runningAt: at(3),
      tearDownAt: at(4),
    });
  });

  it('say how many tests were found before any was left out', () => {
    const completedList: DomainEvent = {
      type: 'TestListCompleted',
      data: {
        testRunId,
        list: 'blob',
        testCount: 2,
        foundCount: 9,
        found: null,
        listingMs: null,
        takesTurns: false,
        versions: [],
        commit: null,
        commitMessage: null,
      },
    };
    const { found: _found, listingMs: _listingMs, ...before } = completedList.data;
    const old = { ...completedList, data: before } as DomainEvent;
    const listing = { at: at(1), testCount: 2, foundCount: 9, listingMs: null, found: null };
    expect(detailOf(created).listing).toBeNull();
    expect(detailOf(created, completedList).listing).toEqual(listing);
    // An older event, without the blob of these tests and the duration.
    expect(detailOf(created, old).listing).toEqual(listing);
    const told = { ...completedList, data: { ...completedList.data, found: 'blob2', listingMs: 7 } } as DomainEvent;
    expect(detailOf(created, told).listing).toEqual({ ...listing, found: 'blob2', listingMs: 7 });
  });

  it('say why the set-up failed, but not other units', () => {
    const problem = { code: 'list.failed', message: 'No such file.' };
    const failed = (unit: number): DomainEvent => ({
      type: 'WorkUnitFinished',
      data: { testRunId, unit, attempt: 1, totals: noTotals, problem },
    });
    expect(detailOf(created).setupProblem).toBeNull();
    expect(detailOf(created, failed(0)).setupProblem).toBe('No such file.');
    expect(testRunDetails.idsOf(recorded(failed(1)))).toEqual([]);
  });

  it('say what a runner is doing', () => {
    expect(runnerAfter()).toMatchObject({ status: 'Created', testsRun: 0, createdAt: at(1), exitedAt: null });
    expect(runnerAfter(claimed())).toMatchObject({ status: 'Running', currentTestKey: null });
    const busy = [claimed(), testStarted('a')];
    expect(runnerAfter(...busy)).toMatchObject({ currentTestKey: 'a', currentTestStartTime: at(5) });
    expect(runnerAfter(...busy, testFinished('a', 'PASS'))).toMatchObject({ currentTestKey: null, testsRun: 1 });
    expect(runnerAfter(...busy, testFinished('a', 'FAIL', { final: false }))).toMatchObject({ testsRun: 0 });
    expect(runnerAfter(...busy, testFinished('b', 'IGNORED'))).toMatchObject({ currentTestKey: 'a', testsRun: 1 });
  });

  it('show a runner at work although its first claim is older than the runner', () => {
    const [runner] = detailOf(created, claimed(), runnerCreated, testStarted('a')).runners;
    expect(runner).toMatchObject({ status: 'Running', currentTestKey: 'a' });
  });

  it('say that a runner was replaced, and by which', () => {
    const replaced = { ...runnerExited, data: { ...runnerExited.data, reason: 'replaced' as const } } as DomainEvent;
    const successor = {
      ...runnerCreated,
      data: { ...runnerCreated.data, testRunnerId: 'runner-2', replaces: 'runner-1' },
    } as DomainEvent;
    expect(detailOf(created, runnerCreated, replaced).runners).toMatchObject([
      { status: 'Exited', exitReason: 'replaced', replacedById: null },
    ]);
    expect(detailOf(created, runnerCreated, replaced, successor).runners).toMatchObject([
      { testRunnerId: 'runner-1', replacedById: 'runner-2' },
      { testRunnerId: 'runner-2', status: 'Created', replacedById: null },
    ]);
  });

  it.each([
    ['completed', completed()],
    ['lost', lost({})],
  ])('have a runner idle once its unit is %s, unless it has gone', (_, event) => {
    const idle = { currentTestKey: null, currentTestStartTime: null };
    expect(runnerAfter(claimed(), testStarted('a'), event)).toMatchObject({ ...idle, status: 'Idle' });
    expect(runnerAfter(claimed(), testStarted('a'), runnerExited, event)).toMatchObject({
      ...idle,
      status: 'Exited',
      exitedAt: at(4),
    });
  });
});
