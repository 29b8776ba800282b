import { type AgentId, noTotals, type ProjectId, type TestId, type TestRunnerId } from '@assay/contract';
import type { WorkUnitEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { idsOf, testRunId, totalsOf } from '../../test/testRunFacts.ts';
import { type ReportedEvent, type WorkUnitCommand, workUnitDecider } from './decideWorkUnit.ts';
import { type EarlierTries, noEarlierTries, withTriesOf } from './earlierTries.ts';

const projectId = 'shop' as ProjectId;
const runnerId = 'runner-1' as TestRunnerId;
const at = '2026-03-01T12:00:00.000Z';
const claim = (tests: string[], quarantined: string[] = [], copy: number | null = null): WorkUnitCommand => ({
  type: 'claimWorkUnit',
  testRunId,
  projectId,
  unit: 1,
  attempt: 1,
  agentId: 'agent-1' as AgentId,
  runnerId,
  copy,
  tests: idsOf(...tests),
  quarantined: idsOf(...quarantined),
});
const starts = (name: string, attempt = 1): ReportedEvent => ({
  type: 'testStarted',
  testId: name as TestId,
  attempt,
  startedAt: at,
});
type Result = Extract<ReportedEvent, { type: 'testFinished' }>;
const ends = (name: string, status: Result['status'], changed: Partial<Result> = {}): Result => ({
  type: 'testFinished',
  testId: name as TestId,
  attempt: 1,
  status,
  final: true,
  timedOut: false,
  startedAt: at,
  durationMs: 10,
  errorHead: null,
  details: null,
  artifacts: [],
  ...changed,
});
const shows = (name: string): ReportedEvent => ({
  type: 'testDiscovered',
  testId: name as TestId,
  file: 'a.spec.ts',
  name,
  tags: [],
});
const completes: ReportedEvent = { type: 'unitCompleted', problem: null };
const report = (
  events: ReportedEvent[],
  quarantinedInProject: string[] = [],
  earlier: EarlierTries = noEarlierTries,
): WorkUnitCommand => ({
  type: 'reportEvents',
  events,
  quarantinedInProject: new Set(idsOf(...quarantinedInProject)),
  earlier,
});
const unit = (...events: WorkUnitEvent[]) => given(workUnitDecider, ...events);

/** A unit that was claimed with these tests and reported these events. */
function reported(tests: string[], events: ReportedEvent[], quarantined: string[] = []): WorkUnitEvent[] {
  const claimed = unit().when(claim(tests, quarantined)).events;
  return [...claimed, ...unit(...claimed).when(report(events, quarantined)).events];
}
const lost = (
  reason: 'leaseExpired' | 'handedBack' | 'runEnded',
  changed: Partial<Extract<WorkUnitEvent, { type: 'WorkUnitLost' }>['data']>,
): WorkUnitEvent => ({
  type: 'WorkUnitLost',
  data: {
    testRunId,
    unit: 1,
    attempt: 1,
    runnerId,
    reason,
    finished: noTotals,
    unfinished: [],
    running: [],
    copy: null,
    undiscovered: 0,
    undiscoveredQuarantined: 0,
    ...changed,
  },
});

describe('a work unit', () => {
  it('is claimed once', () => {
    const { type, ...data } = claim(['a']) as Extract<WorkUnitCommand, { type: 'claimWorkUnit' }>;
    unit()
      .when(claim(['a']))
      .gives({ type: 'WorkUnitClaimed', data });
    unit(...reported(['a'], []))
      .when(claim(['a']))
      .refuses('unit.claimed');
  });

  it.each<WorkUnitCommand>([report([starts('a')]), { type: 'loseWorkUnit', reason: 'leaseExpired' }])(
    'accepts nothing before it is claimed: $type',
    (command) => {
      unit().when(command).refuses('unit.notClaimed');
    },
  );

  it('records one fact for each event, in order, so that sequences are revisions', () => {
    unit(...reported(['a', 'b'], []))
      .when(report([starts('a'), ends('a', 'PASS'), starts('b'), ends('b', 'FAIL'), completes]))
      .givesTypes('TestStarted', 'TestFinished', 'TestStarted', 'TestFinished', 'WorkUnitCompleted');
  });

  it('names the copy in each fact about a test, as its claim does', () => {
    const claimed = unit().when(claim(['a', 'b'], [], 3)).events;
    const events = [starts('a'), ends('a', 'PASS'), shows('c'), starts('b')];
    const recorded = [...claimed, ...unit(...claimed).when(report(events)).events];
    const loss = unit(...recorded).when({ type: 'loseWorkUnit', reason: 'leaseExpired' }).events;
    const copies = [...recorded, ...loss].map(({ data }) => ('copy' in data ? data.copy : 'none'));
    expect(copies).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('continues a claim that is older than copies', () => {
    const [claimed] = unit().when(claim(['a'])).events;
    if (claimed?.type !== 'WorkUnitClaimed') throw new Error('it is claimed');
    const { copy: _, ...older } = claimed.data;
    const [started] = unit({ ...claimed, data: older } as WorkUnitEvent).when(report([starts('a')])).events;
    expect(started?.data).toMatchObject({ testId: 'a', copy: null });
  });

  it('completes with the totals of its final results', () => {
    const results = [ends('a', 'PASS'), ends('b', 'FAIL'), ends('c', 'IGNORED'), ends('d', 'NOT_RUN')];
    unit(...reported(['a', 'b', 'c', 'd'], results))
      .when(report([completes]))
      .gives({
        type: 'WorkUnitCompleted',
        data: {
          testRunId,
          unit: 1,
          attempt: 1,
          runnerId,
          problem: null,
          totals: totalsOf({ passed: 1, failed: 1, ignored: 1, notRun: 1, durationMs: 40 }),
        },
      });
  });

  it('does not complete while a test has no final result, even after one attempt', () => {
    unit(...reported(['a', 'b'], [ends('a', 'PASS')]))
      .when(report([completes]))
      .refuses('unit.testsUnfinished');
    const tried = ends('a', 'FAIL', { final: false });
    unit(...reported(['a'], [tried]))
      .when(report([completes]))
      .refuses('unit.testsUnfinished');
  });

  it('accepts nothing after it is complete', () => {
    const facts = reported(['a'], [ends('a', 'PASS'), completes]);
    unit(...facts)
      .when(report([completes]))
      .refuses('unit.completed');
    unit(...facts)
      .when({ type: 'loseWorkUnit', reason: 'leaseExpired' })
      .gives();
  });

  it('refuses events after completion in the same post', () => {
    unit(...reported(['a'], []))
      .when(report([ends('a', 'PASS'), completes, starts('a')]))
      .refuses('unit.completed');
  });
});

describe('the tests of a unit', () => {
  it('are marked as flaky when they pass after a failure', () => {
    const facts = reported(
      ['a'],
      [starts('a'), ends('a', 'FAIL', { final: false }), starts('a', 2), ends('a', 'PASS', { attempt: 2 }), completes],
    );
    expect(facts.filter(({ type }) => type === 'TestFinished').map(({ data }) => data)).toMatchObject([
      { attempt: 1, status: 'FAIL', final: false, flaky: false },
      { attempt: 2, status: 'PASS', final: true, flaky: true },
    ]);
    expect(facts.at(-1)?.data).toMatchObject({ totals: totalsOf({ passed: 1, flaky: 1, durationMs: 10 }) });
  });

  it('are not flaky when they fail every time, nor when they pass at once', () => {
    const twice = [
      ends('a', 'FAIL', { final: false }),
      ends('a', 'FAIL', { attempt: 2 }),
      ends('b', 'PASS'),
      completes,
    ];
    expect(reported(['a', 'b'], twice).at(-1)?.data).toMatchObject({ totals: { failed: 1, passed: 1, flaky: 0 } });
  });

  it('record whether they ran before they ended, so that counters go from running to done', () => {
    const facts = reported(['a', 'b'], [starts('a'), ends('a', 'PASS'), ends('b', 'IGNORED')]);
    const ended = facts.flatMap((fact) => (fact.type === 'TestFinished' ? [fact.data.wasRunning] : []));
    expect(ended).toEqual([true, false]);
  });

  it.each([
    ['started', starts('other')],
    ['finished', ends('other', 'PASS')],
  ])('are known: an unknown one cannot be %s', (_, event) => {
    unit(...reported(['a'], []))
      .when(report([event]))
      .refuses('unit.unknownTest');
  });

  it.each([
    ['started', starts('a', 2)],
    ['finished', ends('a', 'FAIL')],
  ])('have one final result: afterwards none can be %s', (_, event) => {
    unit(...reported(['a'], [ends('a', 'PASS')]))
      .when(report([event]))
      .refuses('unit.testFinished');
  });

  it('may be discovered while the unit runs, and count from then on', () => {
    const facts = reported([], [shows('a'), starts('a'), ends('a', 'PASS'), completes]);
    expect(facts.at(-1)?.data).toMatchObject({ totals: { passed: 1 } });
  });

  it.each([
    ['was listed', ['a'], []],
    ['was discovered', [], [shows('a')]],
    ['has its result', ['a'], [ends('a', 'PASS')]],
  ])('are discovered once: not when one %s', (_, tests, events) => {
    unit(...reported(tests, events))
      .when(report([shows('a')]))
      .refuses('unit.testKnown');
  });

  it('are quarantined as in the claim, and when discovered, as in the project', () => {
    const results = [ends('a', 'FAIL'), shows('b'), ends('b', 'FAIL'), shows('c'), ends('c', 'FAIL'), completes];
    const claimed = unit().when(claim(['a'], ['a'])).events;
    const { events } = unit(...claimed).when(report(results, ['b']));
    expect(events.at(-1)?.data).toMatchObject({ totals: { failed: 1, quarantinedFailed: 2 } });
  });
});

describe('attempts over several leases', () => {
  const earlier = (results: number, failed: boolean): EarlierTries => new Map([['a' as TestId, { results, failed }]]);
  const second = report([starts('a', 2), ends('a', 'PASS', { attempt: 2 })], [], earlier(1, true));

  it('continue their numbers, and a pass after a failure under an earlier lease is flaky', () => {
    const { events } = unit(...reported(['a'], [])).when(second);
    expect(events.map(({ data }) => data)).toMatchObject([{ attempt: 2 }, { attempt: 2, status: 'PASS', flaky: true }]);
  });

  it('have one result each: an attempt with a result from an earlier lease is refused', () => {
    const again = report([starts('a')], [], earlier(1, true));
    unit(...reported(['a'], []))
      .when(again)
      .refuses('unit.attemptOutOfOrder');
    unit(...reported(['a'], [ends('a', 'FAIL', { final: false })]))
      .when(report([ends('a', 'FAIL')]))
      .refuses('unit.attemptOutOfOrder');
  });

  it('have no gaps', () => {
    unit(...reported(['a'], []))
      .when(second.type === 'reportEvents' ? { ...second, earlier: noEarlierTries } : second)
      .refuses('unit.attemptOutOfOrder');
  });

  it("follow from each lease's results: attempts without a result are repeated", () => {
    const first = unit(...reported(['a', 'b'], [starts('a'), ends('a', 'FAIL', { final: false }), starts('b')])).state;
    const next = unit(...reported(['a'], [])).state;
    if (first.status === 'none' || next.status === 'none') throw new Error('both are claimed');
    const tries = withTriesOf(noEarlierTries, first.tests);
    expect([...tries]).toEqual([['a', { results: 1, failed: true }]]);
    expect(withTriesOf(tries, next.tests)).toEqual(tries);
    const { state } = unit(...reported(['a'], [ends('a', 'PASS')]));
    if (state.status === 'none') throw new Error('it is claimed');
    expect([...withTriesOf(tries, state.tests)]).toEqual([['a', { results: 2, failed: true }]]);
  });
});

describe('a lost unit', () => {
  const lose: WorkUnitCommand = { type: 'loseWorkUnit', reason: 'leaseExpired' };

  it('records what it finished, what it did not, and what was running', () => {
    unit(...reported(['a', 'b', 'c'], [starts('a'), ends('a', 'PASS'), starts('b')]))
      .when(lose)
      .gives(
        lost('leaseExpired', {
          finished: totalsOf({ passed: 1, durationMs: 10 }),
          unfinished: idsOf('b', 'c'),
          running: idsOf('b'),
        }),
      );
  });

  it('has not finished a test that was due for a retry', () => {
    unit(...reported(['a'], [starts('a'), ends('a', 'FAIL', { final: false })]))
      .when(lose)
      .gives(lost('leaseExpired', { unfinished: idsOf('a') }));
  });

  it('counts discovered tests: they cannot be handed out, and will be discovered again', () => {
    const events = [shows('b'), starts('b'), shows('c'), shows('d'), ends('d', 'PASS')];
    unit(...reported(['a'], events, ['c']))
      .when(lose)
      .gives(
        lost('leaseExpired', {
          finished: totalsOf({ passed: 1, durationMs: 10 }),
          unfinished: idsOf('a'),
          running: idsOf('b'),
          undiscovered: 2,
          undiscoveredQuarantined: 1,
        }),
      );
  });

  it('accepts nothing more from its old runner, and is lost once', () => {
    const facts = [...reported(['a'], []), lost('leaseExpired', { unfinished: idsOf('a') })];
    unit(...facts)
      .when(report([ends('a', 'PASS')]))
      .refuses('unit.lost');
    unit(...facts)
      .when(lose)
      .gives();
  });

  it('may be handed back by its runner', () => {
    unit(...reported(['a'], [starts('a')]))
      .when(report([{ type: 'unitHandedBack' }]))
      .gives(lost('handedBack', { unfinished: idsOf('a'), running: idsOf('a') }));
  });
});
