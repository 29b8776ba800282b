import {
  defaultStageSettings,
  type EnvironmentId,
  type FinishedStatus,
  type ProjectId,
  planSuiteRunIdOf,
  type TestPlanId,
  type TestPlanRunId,
  type TestPlanStageId,
  type TestPlanStageSettings,
  type TestPlanSuiteId,
  type TestSuiteId,
} from '@assay/contract';
import type { TestPlanRunEvent } from '@assay/event-schemas';
import { testPlanRunDecider } from './decideTestPlanRun.ts';
import type { PlannedStage, PlannedSuite, TestPlanRunState } from './testPlanRunState.ts';

const testPlanRunId = 'plan-run' as TestPlanRunId;
const testPlanId = 'gate' as TestPlanId;
const { decide, evolve, initialState } = testPlanRunDecider;

const build = { buildId: 'b' as never, name: '977', commit: null };
const source = { branch: 'main', ref: null, build, deployId: null };
const onBranch = { source: { branch: 'main', ref: null, build: null, deployId: null } };
const missing = { source: null, problem: 'No latest deploy of Shop in Staging' };

function stage(
  name: string,
  suites: (string | [string, Partial<PlannedSuite>])[],
  settings: Partial<TestPlanStageSettings> = {},
): PlannedStage {
  return {
    testPlanStageId: name as TestPlanStageId,
    settings: { ...defaultStageSettings, name, ...settings },
    suites: suites.map((each) => {
      const [id, change] = typeof each === 'string' ? [each, {}] : each;
      return {
        testPlanSuiteId: id as TestPlanSuiteId,
        projectId: 'shop' as ProjectId,
        testSuiteId: 'smoke' as TestSuiteId,
        environmentId: 'staging' as EnvironmentId,
        environmentKey: null,
        source,
        problem: null,
        ...change,
      };
    }),
  };
}

/** What the events say, in short: `+x` started, `!x` refused, `x=PASS` ended, and the others by their ends. */
function told(event: TestPlanRunEvent): string {
  switch (event.type) {
    case 'TestPlanRunSuiteStarted':
      return `+${event.data.testPlanSuiteId}${event.data.ref === null ? '' : `@${event.data.ref}`}`;
    case 'TestPlanRunSuiteRefused':
      return `!${event.data.testPlanSuiteId}`;
    case 'TestPlanRunSuiteEnded':
      return `${event.data.testPlanSuiteId}=${event.data.status}`;
    case 'TestPlanRunCompleted':
      return event.data.passed ? 'passed' : 'failed';
    default:
      return event.type.replace('TestPlanRun', '');
  }
}

/** A plan run that is told what happens, one command after the other. */
function planRun(...stages: PlannedStage[]) {
  let state: TestPlanRunState = initialState();
  let commands = 0;
  const suites = stages.flatMap((each) => each.suites.map(({ testPlanSuiteId }) => testPlanSuiteId as string));
  const runOf = (id: string) => {
    const own = state.status === 'none' ? undefined : state.suites[id as TestPlanSuiteId];
    return own?.testRunId ?? planSuiteRunIdOf('none', suites.indexOf(id));
  };
  const say = (command: Parameters<typeof decide>[0]) => {
    const events = decide(command, state);
    state = events.reduce(evolve, state);
    return events.map(told).join(' ');
  };
  const startId = () => `start${++commands}`;
  return {
    start: () =>
      say({
        type: 'startTestPlanRun',
        testPlanRunId,
        testPlanId,
        name: 'Gate',
        triggerId: null,
        stages,
        startId: startId(),
      }),
    end: (id: string, status: FinishedStatus) =>
      say({ type: 'endSuite', testRunId: runOf(id), status, startId: startId() }),
    endAgain: (testRunId: ReturnType<typeof runOf>) =>
      say({ type: 'endSuite', testRunId, status: 'FAIL', startId: startId() }),
    refuse: (id: string) =>
      say({
        type: 'refuseSuite',
        testPlanSuiteId: id as TestPlanSuiteId,
        testRunId: runOf(id),
        message: 'There is no such environment.',
        startId: startId(),
      }),
    find: (id: string, commit: string | null) =>
      say({ type: 'findCommit', testRunId: runOf(id), commit, startId: startId() }),
    cancel: () => say({ type: 'cancelTestPlanRun' }),
    rerun: (...ids: string[]) =>
      say({
        type: 'rerunSuites',
        testPlanSuiteIds: ids.length === 0 ? null : (ids as TestPlanSuiteId[]),
        startId: startId(),
      }),
    runOf,
  };
}

describe('a run of a test plan', () => {
  it('goes from stage to stage, and passes when all of them do', () => {
    const run = planRun(stage('smoke', ['a', 'b']), stage('regression', ['c', 'd'], { executionType: 'Sequential' }));
    expect(run.start()).toBe('Started +a +b');
    expect(run.end('a', 'PASS')).toBe('a=PASS');
    expect(run.end('b', 'PASS')).toBe('b=PASS +c');
    expect(run.end('c', 'PASS')).toBe('c=PASS +d');
    expect(run.end('d', 'PASS')).toBe('d=PASS passed');
  });

  it('is started once, and takes each end once', () => {
    const run = planRun(stage('smoke', ['a', 'b']));
    run.start();
    expect(run.start()).toBe('');
    run.end('a', 'PASS');
    expect(run.end('a', 'PASS')).toBe('');
    expect(run.endAgain(planSuiteRunIdOf('another', 0))).toBe('');
  });

  it('starts only what always runs after a failure', () => {
    const run = planRun(
      stage('smoke', ['a']),
      stage('regression', ['b']),
      stage('clean up', ['c'], { alwaysRun: true }),
    );
    run.start();
    expect(run.end('a', 'FAIL')).toBe('a=FAIL +c');
    expect(run.end('c', 'PASS')).toBe('c=PASS failed');
  });

  it('has an error where a suite cannot start, known before or found out', () => {
    const known = planRun(stage('smoke', ['a', ['b', missing]]), stage('regression', ['c']));
    expect(known.start()).toBe('Started +a !b');
    expect(known.end('a', 'PASS')).toBe('a=PASS failed');
    const found = planRun(stage('smoke', ['a', 'b'], { executionType: 'Sequential' }));
    found.start();
    expect(found.refuse('a')).toBe('!a +b');
    expect(found.refuse('a')).toBe('');
  });

  it('goes on in a sequential stage after a failure, unless the stage stops there', () => {
    const sequential = { executionType: 'Sequential' } as const;
    const goesOn = planRun(stage('one', ['a', 'b'], sequential));
    goesOn.start();
    expect(goesOn.end('a', 'FAIL')).toBe('a=FAIL +b');
    const stops = planRun(stage('one', ['a', 'b'], { ...sequential, stopAtFailure: true }));
    stops.start();
    expect(stops.end('a', 'FAIL')).toBe('a=FAIL failed');
  });

  it('starts nothing once it is stopped, not even what always runs', () => {
    const run = planRun(
      stage('smoke', ['a', 'b'], { executionType: 'Sequential' }),
      stage('up', ['c'], { alwaysRun: true }),
    );
    run.start();
    expect(run.cancel()).toBe('Canceled');
    expect(run.cancel()).toBe('');
    expect(run.end('a', 'CANCELED')).toBe('a=CANCELED');
    expect(() => run.rerun()).toThrow(expect.objectContaining({ code: 'testPlanRun.canceled' }));
  });

  it('cannot be stopped once it has completed', () => {
    const run = planRun(stage('smoke', ['a']));
    run.start();
    run.end('a', 'FAIL');
    expect(() => run.cancel()).toThrow(expect.objectContaining({ code: 'testPlanRun.notRunning' }));
  });

  it('runs a branch on one commit: one suite finds it, the others wait and test the same', () => {
    const run = planRun(stage('smoke', [['a', onBranch], ['b', onBranch], 'c']), stage('next', [['d', onBranch]]));
    expect(run.start()).toBe('Started +a +c');
    expect(run.find('c', 'other')).toBe('');
    expect(run.find('a', '8f31c02')).toBe('CommitFound +b@8f31c02');
    expect(run.find('b', '9999999')).toBe('');
    for (const id of ['a', 'b']) run.end(id, 'PASS');
    expect(run.end('c', 'PASS')).toBe('c=PASS +d@8f31c02');
  });

  it('has another suite find the commit when the first one could not', () => {
    const run = planRun(
      stage('smoke', [
        ['a', onBranch],
        ['b', onBranch],
        ['c', onBranch],
      ]),
    );
    run.start();
    expect(run.end('a', 'FAIL')).toBe('a=FAIL +b');
    expect(run.find('b', null)).toBe('CommitFound +c');
  });

  it('reruns what did not pass under new ids, and goes on where all passes now', () => {
    const run = planRun(stage('smoke', ['a', 'b']), stage('regression', ['c']));
    run.start();
    const first = run.runOf('b');
    run.end('a', 'PASS');
    expect(run.end('b', 'FAIL')).toBe('b=FAIL failed');
    expect(run.rerun()).toBe('Resumed +b');
    expect(run.runOf('b')).not.toBe(first);
    expect(run.endAgain(first)).toBe('');
    expect(run.end('b', 'PASS')).toBe('b=PASS +c');
    expect(run.end('c', 'PASS')).toBe('c=PASS passed');
    expect(() => run.rerun()).toThrow(expect.objectContaining({ code: 'testPlanRun.nothingFailed' }));
    expect(run.rerun('a')).toBe('Resumed +a');
    expect(run.end('a', 'FAIL')).toBe('a=FAIL failed');
  });

  it('reruns a suite once it has ended, and only its own', () => {
    const run = planRun(stage('smoke', ['a', 'b']), stage('regression', ['c']));
    run.start();
    expect(() => run.rerun('a')).toThrow(expect.objectContaining({ code: 'testPlanRun.suiteNotEnded' }));
    expect(() => run.rerun('c')).toThrow(expect.objectContaining({ code: 'testPlanRun.suiteNotEnded' }));
    expect(() => run.rerun('of another plan')).toThrow(expect.objectContaining({ code: 'testPlan.suiteNotFound' }));
    run.end('a', 'FAIL');
    expect(run.rerun('a')).toBe('Resumed +a');
  });

  it('follows a person who overrules a verdict', () => {
    const run = planRun(stage('smoke', ['a', 'b']), stage('regression', ['c']));
    run.start();
    run.end('a', 'FAIL');
    expect(run.end('a', 'PASS')).toBe('a=PASS');
    expect(run.end('b', 'PASS')).toBe('b=PASS +c');
    run.end('c', 'FAIL');
    expect(run.end('c', 'PASS')).toBe('c=PASS');
  });
});
