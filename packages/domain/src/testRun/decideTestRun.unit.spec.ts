import { finishedStatuses, inProgressStatuses, noTotals, type TestRunId } from '@assay/contract';
import type { TestRunEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import {
  agentId,
  created,
  finishUnit,
  idsOf,
  request,
  running,
  setupStarted,
  started,
  submitted,
  tearDownStarted,
  testRunId,
  totalsOf,
  unitFinished,
} from '../../test/testRunFacts.ts';
import { testRunDecider } from './decideTestRun.ts';
import type { TestRunCommand } from './testRunCommands.ts';

const run = (...events: TestRunEvent[]) => given(testRunDecider, ...events);
const startWith = (units: { unit: number; tests: string[] }[], testCount = 2): TestRunCommand => ({
  type: 'startTestRun',
  commit: 'abc',
  commitMessage: 'Add cart',
  testCount,
  quarantined: [],
  units: units.map(({ unit, tests }) => ({ unit, copy: null, tests: idsOf(...tests), expectedMs: 1_000 })),
});
const canceledFrom = (from: (typeof inProgressStatuses)[number], totals = noTotals): TestRunEvent => ({
  type: 'TestRunCanceled',
  data: { testRunId, from, totals, supersededBy: null },
});
const canceled = canceledFrom('QUEUED');
const passed: TestRunEvent = {
  type: 'TestRunFinished',
  data: { testRunId, status: 'PASS', code: null, statusInfo: null, totals: totalsOf({ passed: 2 }) },
};
/** The facts that lead to each status of a run in progress. */
const factsOf: Record<(typeof inProgressStatuses)[number], TestRunEvent[]> = {
  QUEUED: [created],
  SUBMITTED: [created, submitted],
  SETUP: [created, submitted, setupStarted],
  RUNNING: running(['a', 'b']),
  TEAR_DOWN: [...running(['a', 'b']), unitFinished(1, { passed: 2 }), tearDownStarted],
};

describe('a test run', () => {
  it('is created once', () => {
    const create: TestRunCommand = { type: 'createTestRun', ...request };
    run().when(create).gives(created);
    run(created).when(create).refuses('testRun.exists');
  });

  it.each<TestRunCommand>([
    { type: 'submitTestRun' },
    { type: 'startSetup', agentId },
    { type: 'finishTestRun' },
    { type: 'timeOutTestRun' },
    { type: 'setStatus', status: 'CANCELED' },
    finishUnit(1, {}),
  ])('that was never created is not found by $type', (command) => {
    run().when(command).refuses('testRun.notFound');
  });

  it.each(inProgressStatuses)('is %s after its facts', (status) => {
    expect(run(...factsOf[status]).state.status).toBe(status);
  });

  it('is released once, however often the scheduler releases it', () => {
    run(created).when({ type: 'submitTestRun' }).gives(submitted);
    run(created, submitted).when({ type: 'submitTestRun' }).gives();
  });

  it('is set up by the first agent to begin; a second attempt of the set-up records nothing new', () => {
    run(created, submitted).when({ type: 'startSetup', agentId }).gives(setupStarted);
    run(created, submitted, setupStarted).when({ type: 'startSetup', agentId }).gives();
  });

  it('starts with its plan', () => {
    const plan = startWith([
      { unit: 1, tests: ['a'] },
      { unit: 2, tests: ['b'] },
    ]);
    run(created, submitted, setupStarted)
      .when(plan)
      .gives(...started(['a'], ['b']));
  });

  it('starts once', () => {
    run(...running(['a', 'b']))
      .when(startWith([{ unit: 1, tests: ['a', 'b'] }]))
      .gives();
  });

  it('tears down at once when there is nothing to run', () => {
    run(created, submitted, setupStarted).when(startWith([], 0)).givesTypes('TestRunStarted', 'TestRunTearDownStarted');
  });

  it('keeps running while other units are open, and tears down after the last', () => {
    run(...running(['a'], ['b']))
      .when(finishUnit(1, { passed: 1 }))
      .gives(unitFinished(1, { passed: 1 }));
    run(...running(['a'], ['b']), unitFinished(1, { passed: 1 }))
      .when(finishUnit(2, { passed: 1 }))
      .gives(unitFinished(2, { passed: 1 }), tearDownStarted);
  });

  it('counts a unit once, however often it is reported', () => {
    run(...running(['a'], ['b']), unitFinished(1, { passed: 1 }))
      .when(finishUnit(1, { passed: 1 }))
      .gives();
  });

  it.each([
    ['an attempt that is not the one that counts', finishUnit(1, {}, { attempt: 2 })],
    ['a unit that was never planned', finishUnit(9, {})],
  ])('ignores %s', (_, command) => {
    run(...running(['a']))
      .when(command)
      .gives();
  });

  it('tears down when its set-up has a problem', () => {
    const problem = { code: 'git.failed', message: 'The branch is not there.' };
    const command = finishUnit(0, {}, { problem });
    run(created, submitted, setupStarted).when(command).givesTypes('WorkUnitFinished', 'TestRunTearDownStarted');
  });

  it('fails with the problem of its set-up', () => {
    const problem = { code: 'git.failed', message: 'The branch is not there.' };
    const { state } = run(created, submitted, setupStarted).when(finishUnit(0, {}, { problem }));
    const decided = testRunDecider.decide({ type: 'finishTestRun' }, state);
    expect(decided).toEqual([
      {
        type: 'TestRunFinished',
        data: { testRunId, status: 'FAIL', code: 'git.failed', statusInfo: problem.message, totals: noTotals },
      },
    ]);
  });

  it('finishes with the totals of all its units', () => {
    run(
      ...running(['a'], ['b']),
      unitFinished(1, { passed: 1, durationMs: 5 }),
      unitFinished(2, { failed: 1 }),
      tearDownStarted,
    )
      .when({ type: 'finishTestRun' })
      .gives({
        type: 'TestRunFinished',
        data: {
          testRunId,
          status: 'FAIL',
          code: null,
          statusInfo: null,
          totals: totalsOf({ passed: 1, failed: 1, durationMs: 5 }),
        },
      });
  });

  const notFound = { count: 1, of: 2, names: ['cart.js › adds'] };
  it('does not pass where selected tests were not found, and names them', () => {
    const verdictOf = (problem: { code: string; message: string } | null, found = notFound) => {
      const finished = { ...unitFinished(1, { quarantinedPassed: 1 }) };
      const unit =
        finished.type === 'WorkUnitFinished' ? { ...finished, data: { ...finished.data, problem } } : finished;
      const [event] = run(...running(['a']), unit as TestRunEvent, tearDownStarted).when({
        type: 'finishTestRun',
        notFound: found,
      }).events;
      return event?.data;
    };
    expect(verdictOf(null)).toMatchObject({
      status: 'FAIL',
      code: 'testRun.testsNotFound',
      statusInfo:
        '1 of the 2 selected tests was not found: cart.js › adds. Check whether it was renamed, moved or removed.',
    });
    expect(verdictOf(null, { count: 7, of: 7, names: ['a', 'b'] })).toMatchObject({
      statusInfo: expect.stringContaining(
        '7 of the 7 selected tests were not found: a, b and 5 more. Check whether they',
      ),
    });
    expect(verdictOf({ code: 'install.failed', message: 'npm ended with 1.' })).toMatchObject({
      code: 'install.failed',
    });
    expect(verdictOf({ code: 'list.noneSelected', message: 'No test matches.' })).toMatchObject({
      code: 'testRun.testsNotFound',
    });
  });

  it('does not finish before it has torn down, nor twice', () => {
    run(...running(['a']))
      .when({ type: 'finishTestRun' })
      .gives();
    run(...factsOf.TEAR_DOWN, passed)
      .when({ type: 'finishTestRun' })
      .gives();
  });
});

describe('a plan too long for one append', () => {
  const tests = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `test-${String(from + index).padStart(11, '0')}`);
  const units = Array.from({ length: 1_500 }, (_, index) => ({ unit: index + 1, tests: tests(index * 20, 20) }));
  const plan = startWith(units, 30_000);
  const appendsOf = () => {
    const appends: TestRunEvent[][] = [];
    let state = run(created, submitted, setupStarted).state;
    for (;;) {
      const events = testRunDecider.decide(plan, state);
      if (events.length === 0) return { appends, state };
      appends.push(events);
      state = events.reduce(testRunDecider.evolve, state);
    }
  };

  it('is split over several, each well under 256 KiB', () => {
    const { appends } = appendsOf();
    expect(appends.length).toBeGreaterThan(1);
    for (const events of appends) expect(JSON.stringify(events).length).toBeLessThan(256 * 1024);
  });

  it('holds every unit once, in order', () => {
    const planned = appendsOf().appends.flatMap((events) =>
      events.flatMap((event) => (event.type === 'WorkUnitsPlanned' ? event.data.units : [])),
    );
    expect(planned.map(({ unit }) => unit)).toEqual(units.map(({ unit }) => unit));
  });

  it('keeps the run going while units are still to be planned, even if all planned ones are done', () => {
    let { state } = run(created, submitted, setupStarted).when(plan);
    if (state.status === 'none') throw new Error('the run is there');
    const open = [...state.units].filter(([, { done }]) => !done).map(([unit]) => unit);
    for (const unit of open) {
      const events = testRunDecider.decide(finishUnit(unit, { passed: 20 }), state);
      expect(events.map(({ type }) => type)).toEqual(['WorkUnitFinished']);
      state = events.reduce(testRunDecider.evolve, state);
    }
    expect(testRunDecider.decide(plan, state).map(({ type }) => type)).toEqual(['WorkUnitsPlanned']);
  });
});

describe('a run that takes too long', () => {
  it.each(inProgressStatuses)('fails while %s, and says how long it had', (status) => {
    const [finished, ...more] = run(...factsOf[status]).when({ type: 'timeOutTestRun' }).events;
    expect(more).toEqual([]);
    expect(finished).toMatchObject({ type: 'TestRunFinished', data: { status: 'FAIL', code: 'testRun.timedOut' } });
    expect(finished?.data).toHaveProperty('statusInfo', expect.stringContaining('180 minutes'));
  });

  it('keeps its verdict when it is over', () => {
    run(...factsOf.TEAR_DOWN, passed)
      .when({ type: 'timeOutTestRun' })
      .gives();
    run(created, canceled).when({ type: 'timeOutTestRun' }).gives();
  });
});

describe('a run superseded by a newer one', () => {
  const supersede: TestRunCommand = { type: 'supersedeTestRun', by: { testRunId: 'run-2' as TestRunId, number: 8 } };

  it.each(inProgressStatuses)('is canceled while %s, naming the newer one', (status) => {
    const [event, ...more] = run(...factsOf[status]).when(supersede).events;
    expect(more).toEqual([]);
    const supersededBy = { testRunId: 'run-2', number: 8 };
    expect(event).toMatchObject({ type: 'TestRunCanceled', data: { from: status, supersededBy } });
  });

  it('keeps its verdict when it has one', () => {
    run(...factsOf.TEAR_DOWN, passed)
      .when(supersede)
      .gives();
  });
});

describe('a status set by a person', () => {
  it.each(inProgressStatuses)('cancels a run that is %s, and records its old status', (status) => {
    run(...factsOf[status])
      .when({ type: 'setStatus', status: 'CANCELED' })
      .gives(canceledFrom(status, status === 'TEAR_DOWN' ? totalsOf({ passed: 2 }) : noTotals));
  });

  it.each(inProgressStatuses.flatMap((from) => [[from, 'PASS'] as const, [from, 'FAIL'] as const]))(
    'ends a run that is %s as %s, and cancels its work so that nothing overrules it',
    (from, to) => {
      const totals = from === 'TEAR_DOWN' ? totalsOf({ passed: 2 }) : noTotals;
      run(...factsOf[from])
        .when({ type: 'setStatus', status: to })
        .gives(canceledFrom(from, totals), { type: 'TestRunStatusSet', data: { testRunId, from: 'CANCELED', to } });
    },
  );

  it.each(finishedStatuses.flatMap((from) => finishedStatuses.map((to) => [from, to] as const)))(
    'replaces %s of a finished run by %s, unless it is the same',
    (from, to) => {
      const { events: before } = run(...factsOf.TEAR_DOWN, passed).when({ type: 'setStatus', status: from });
      run(...factsOf.TEAR_DOWN, passed, ...before)
        .when({ type: 'setStatus', status: to })
        .gives(...(from === to ? [] : [{ type: 'TestRunStatusSet' as const, data: { testRunId, from, to } }]));
    },
  );

  it('stands against units reported later', () => {
    const { state } = run(...running(['a'])).when({ type: 'setStatus', status: 'PASS' });
    expect(state.status).toBe('PASS');
    expect(testRunDecider.decide(finishUnit(1, { failed: 1 }), state)).toEqual([]);
    expect(testRunDecider.decide({ type: 'finishTestRun' }, state)).toEqual([]);
  });
});
