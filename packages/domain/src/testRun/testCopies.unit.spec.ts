import type { TestId } from '@assay/contract';
import type { TestRunEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import {
  created,
  idsOf,
  request,
  running,
  setupStarted,
  submitted,
  tearDownStarted,
  testRunId,
  unitFinished,
} from '../../test/testRunFacts.ts';
import { testRunDecider } from './decideTestRun.ts';
import { type CopyResult, differingTests } from './differingTests.ts';

const run = (...events: TestRunEvent[]) => given(testRunDecider, ...events);
const result = (name: string, copy: number, status: CopyResult['status'], flaky = false): CopyResult => ({
  testId: name as TestId,
  copy,
  status,
  flaky,
});

describe('tests whose copies differ', () => {
  it('passed and failed, and name the copies that passed', () => {
    const results = [
      result('wobbles', 3, 'PASS'),
      result('wobbles', 1, 'PASS'),
      result('wobbles', 2, 'FAIL'),
      result('stands', 1, 'PASS'),
      result('stands', 2, 'PASS'),
      result('falls', 1, 'FAIL'),
      result('falls', 2, 'FAIL'),
    ];
    expect(differingTests(results)).toEqual([{ testId: 'wobbles', passed: [1, 3] }]);
  });

  it('do not include tests skipped in one copy, nor tests whose copies are flaky by themselves', () => {
    const leftOut = [
      result('a', 1, 'PASS'),
      result('a', 2, 'IGNORED'),
      result('b', 1, 'FAIL'),
      result('b', 2, 'NOT_RUN'),
    ];
    const flaky = [result('c', 1, 'PASS', true), result('c', 2, 'FAIL')];
    expect(differingTests([...leftOut, ...flaky])).toEqual([]);
  });
});

describe('a run of several copies', () => {
  const units = [1, 2].map((copy) => ({ unit: copy, copy, tests: idsOf('a', 'b'), expectedMs: 1_000 }));
  const begun = [
    { type: 'TestRunCreated', data: { ...request, copies: 2 } },
    submitted,
    setupStarted,
  ] as TestRunEvent[];
  const tearingDown = [...running(['a'], ['a']), unitFinished(1, { passed: 1 }), unitFinished(2, { failed: 1 })];

  it('starts with each test listed once, and with the copy of each unit', () => {
    const facts = { commit: 'abc', commitMessage: 'Add cart', testCount: 2, quarantined: [] };
    const started = run(...begun).when({ type: 'startTestRun', ...facts, units });
    started.gives(
      { type: 'TestRunStarted', data: { testRunId, ...facts, unitCount: 2, copies: 2 } },
      { type: 'WorkUnitsPlanned', data: { testRunId, units, complete: true } },
    );
    expect(started.state).toMatchObject({ units: new Map([0, 1, 2].map((n) => [n, expect.anything()])) });
    expect([...('units' in started.state ? started.state.units : [])].map(([, { copy }]) => copy)).toEqual([
      null,
      1,
      2,
    ]);
  });

  it('adds tests that are flaky across copies to its totals, each once', () => {
    const tests = [{ testId: 'a' as TestId, passed: [1] }];
    const compared = run(...tearingDown, tearDownStarted).when({ type: 'tellDifferingCopies', tests });
    compared.gives({ type: 'CopiesDiffered', data: { testRunId, tests, flaky: 1 } });
    const after = run(...tearingDown, tearDownStarted, ...compared.events);
    after.when({ type: 'tellDifferingCopies', tests }).gives();
    expect(after.when({ type: 'finishTestRun' }).events[0]?.data).toMatchObject({
      status: 'FAIL',
      totals: { passed: 1, failed: 1, flaky: 1 },
    });
  });

  it('splits more tests than one append holds over several', () => {
    const tests = Array.from({ length: 900 }, (_, index) => ({ testId: `t${index}` as TestId, passed: [1, 2] }));
    const compared: TestRunEvent[] = [];
    for (let events: TestRunEvent[] | null = null; events === null || events.length > 0; ) {
      events = [
        ...run(...tearingDown, tearDownStarted, ...compared).when({ type: 'tellDifferingCopies', tests }).events,
      ];
      compared.push(...events);
    }
    expect(compared.map((event) => (event.type === 'CopiesDiffered' ? event.data.flaky : null))).toEqual([
      800, 800, 200,
    ]);
    expect(compared.flatMap((event) => (event.type === 'CopiesDiffered' ? event.data.tests : []))).toEqual(tests);
  });

  it('reports no differing copies while they run', () => {
    run(...running(['a']))
      .when({ type: 'tellDifferingCopies', tests: [{ testId: 'a' as TestId, passed: [1] }] })
      .gives();
  });

  it('reports them even if it ended early, and keeps its verdict', () => {
    const tests = [{ testId: 'a' as TestId, passed: [1] }];
    const begunRun = run(...running(['a'], ['a']), unitFinished(1, { passed: 1 }));
    for (const early of [{ type: 'timeOutTestRun' }, { type: 'setStatus', status: 'CANCELED' }] as const) {
      const ended = begunRun.when(early);
      const compared = run(...running(['a'], ['a']), unitFinished(1, { passed: 1 }), ...ended.events).when({
        type: 'tellDifferingCopies',
        tests,
      });
      compared.gives({ type: 'CopiesDiffered', data: { testRunId, tests, flaky: 1 } });
      const { status } = ended.state;
      expect(compared.state).toMatchObject({ status, verdict: status, totals: { passed: 1, flaky: 1 } });
    }
  });

  it('has one copy if it is older than copies', () => {
    const { copies: _, ...older } = request;
    const state = testRunDecider.evolve({ status: 'none' }, { ...created, data: older } as TestRunEvent);
    expect(state).toMatchObject({ request: { copies: 1 } });
  });
});
