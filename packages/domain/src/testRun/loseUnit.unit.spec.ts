import { noTotals } from '@assay/contract';
import type { TestRunEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import {
  created,
  finishUnit,
  idsOf,
  loseUnit,
  running,
  setupStarted,
  submitted,
  tearDownStarted,
  testRunId,
  totalsOf,
  unitFinished,
} from '../../test/testRunFacts.ts';
import { testRunDecider } from './decideTestRun.ts';

const run = (...events: TestRunEvent[]) => given(testRunDecider, ...events);
const replanned = (changed: Partial<Extract<TestRunEvent, { type: 'WorkUnitReplanned' }>['data']>): TestRunEvent => ({
  type: 'WorkUnitReplanned',
  data: {
    testRunId,
    unit: 1,
    attempt: 2,
    tests: [],
    finished: noTotals,
    dropped: noTotals,
    reason: 'leaseExpired',
    undiscovered: 0,
    undiscoveredQuarantined: 0,
    ...changed,
  },
});

describe('a unit whose runner is lost', () => {
  it('is requeued with its unfinished tests; finished ones stay', () => {
    run(...running(['a', 'b', 'c']))
      .when(loseUnit(1, ['b', 'c'], { finished: totalsOf({ passed: 1 }) }))
      .gives(replanned({ tests: idsOf('b', 'c'), finished: totalsOf({ passed: 1 }) }));
  });

  it('counts once in the totals: the lost attempt and the next together', () => {
    const { state } = run(
      ...running(['a', 'b']),
      replanned({ tests: idsOf('b'), finished: totalsOf({ passed: 1 }) }),
    ).when(finishUnit(1, { failed: 1 }, { attempt: 2 }));
    expect(state).toMatchObject({ status: 'TEAR_DOWN', totals: totalsOf({ passed: 1, failed: 1 }) });
  });

  it('is done when no test was left', () => {
    run(...running(['a']))
      .when(loseUnit(1, [], { finished: totalsOf({ passed: 1 }) }))
      .gives(unitFinished(1, { passed: 1 }), tearDownStarted);
  });

  it('is not lost twice by the same report, nor finished by the lost attempt', () => {
    const facts = [...running(['a']), replanned({ tests: idsOf('a') })];
    run(...facts)
      .when(loseUnit(1, ['a']))
      .gives();
    run(...facts)
      .when(finishUnit(1, { passed: 1 }))
      .gives();
  });

  it('is given up after the third attempt: its tests were not run, and the run says why', () => {
    const second = replanned({ tests: idsOf('a', 'b') });
    const third = replanned({ attempt: 3, tests: idsOf('a', 'b') });
    run(...running(['a', 'b']))
      .when(loseUnit(1, ['a', 'b']))
      .gives(second);
    run(...running(['a', 'b']), second)
      .when(loseUnit(1, ['a', 'b'], { attempt: 2 }))
      .gives(third);
    const { state } = run(...running(['a', 'b']), second, third).when(
      loseUnit(1, ['b'], { attempt: 3, finished: totalsOf({ passed: 1 }) }),
    );
    expect(state).toMatchObject({ status: 'TEAR_DOWN', totals: totalsOf({ passed: 1, notRun: 1 }) });
    expect(testRunDecider.decide({ type: 'finishTestRun' }, state)).toMatchObject([
      { type: 'TestRunFinished', data: { status: 'FAIL', code: 'unit.lostTooOften' } },
    ]);
  });

  it('is set up again when it was the set-up', () => {
    run(created, submitted, setupStarted)
      .when(loseUnit(0, []))
      .gives(replanned({ unit: 0 }));
  });

  it('changes nothing once the run is over', () => {
    const { state } = run(...running(['a'])).when({ type: 'setStatus', status: 'CANCELED' });
    expect(testRunDecider.decide(loseUnit(1, ['a']), state)).toEqual([]);
  });
});

describe('a lost unit whose tests are only discovered while running', () => {
  const finished = totalsOf({ passed: 3, failed: 1 });

  it('runs them all again and drops finished results, so that nothing counts twice', () => {
    const { state, gives } = run(...running([])).when(loseUnit(1, [], { finished, undiscovered: 2 }));
    gives(replanned({ dropped: finished, undiscovered: 2 }));
    expect(state).toMatchObject({ status: 'RUNNING', totals: noTotals });
  });

  it('is replanned even if every discovered test was finished, because others may follow', () => {
    run(...running([]))
      .when(loseUnit(1, [], { finished }))
      .gives(replanned({ dropped: finished }));
  });

  it('counts the results it had when it is given up', () => {
    const { state } = run(...running([]), replanned({}), replanned({ attempt: 3 })).when(
      loseUnit(1, [], { attempt: 3, finished, undiscovered: 2, undiscoveredQuarantined: 1 }),
    );
    expect(state).toMatchObject({ totals: { ...finished, notRun: 1, quarantinedOther: 1 } });
  });
});

describe('a lost unit of listed tests with a discovered one', () => {
  it('marks that one as not run when nothing else is left: it cannot be requested on its own', () => {
    run(...running(['a']))
      .when(loseUnit(1, [], { finished: totalsOf({ passed: 1 }), undiscovered: 1 }))
      .gives(unitFinished(1, { passed: 1, notRun: 1 }), tearDownStarted);
  });
});
