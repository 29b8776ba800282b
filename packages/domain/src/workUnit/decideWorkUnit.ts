import {
  type AgentId,
  addResult,
  noTotals,
  type ProjectId,
  type TestId,
  type TestRunId,
  type TestRunnerId,
  type Totals,
  type UnitEvent,
} from '@assay/contract';
import type { TestFinished, WorkUnitEvent, WorkUnitLost } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { type EarlierTries, triesBefore } from './earlierTries.ts';
import {
  draftOf,
  entriesOf,
  noTestStates,
  settled,
  type TestState,
  type TestStates,
  testStateOf,
  withTestState,
} from './testStates.ts';

type Known = {
  testRunId: TestRunId;
  projectId: ProjectId;
  unit: number;
  attempt: number;
  agentId: AgentId;
  runnerId: TestRunnerId;
  copy: number | null;
  tests: TestStates;
  quarantined: ReadonlySet<TestId>;
  totals: Totals;
};

/**
 * One attempt of a unit. The stream is its own fence: once the attempt is lost, nothing from the old runner is
 * accepted.
 */
export type WorkUnitState =
  | { status: 'none' }
  | ({ status: 'claimed' } & Known)
  | ({ status: 'completed' } & Known)
  | ({ status: 'lost' } & Known);

/** An agent's event without its long texts, which are in the `details` blob. */
export type ReportedEvent =
  | Exclude<UnitEvent, { type: 'testFinished' | 'unitHandedBack' }>
  | (Omit<Extract<UnitEvent, { type: 'testFinished' }>, 'error' | 'stackTrace' | 'output' | 'processOutput'> & {
      errorHead: string | null;
      frames?: TestFinished['frames'];
      details: string | null;
    })
  | { type: 'unitHandedBack' };

export type WorkUnitCommand =
  | {
      type: 'claimWorkUnit';
      testRunId: TestRunId;
      projectId: ProjectId;
      unit: number;
      attempt: number;
      agentId: AgentId;
      runnerId: TestRunnerId;
      /** The copy of the run its tests belong to; null: the run has a single copy. */
      copy: number | null;
      tests: TestId[];
      quarantined: TestId[];
    }
  | {
      type: 'reportEvents';
      events: ReportedEvent[];
      quarantinedInProject: ReadonlySet<TestId>;
      /** What the unit's earlier attempts, all lost by now, recorded about its tests. */
      earlier: EarlierTries;
    }
  | { type: 'loseWorkUnit'; reason: 'leaseExpired' | 'runEnded' | 'runnerStopped' };

type Claimed = { status: 'claimed' } & Known;

function fresh(discovered: boolean): TestState {
  return { running: null, results: 0, failedBefore: false, done: false, discovered };
}

function lost(state: Claimed, reason: WorkUnitLost['reason']): WorkUnitEvent {
  const { testRunId, unit, attempt, runnerId, copy, totals } = state;
  const open = [...entriesOf(state.tests)].filter(([, test]) => !test.done);
  const shown = open.filter(([, test]) => test.discovered);
  return {
    type: 'WorkUnitLost',
    data: {
      testRunId,
      unit,
      attempt,
      runnerId,
      copy,
      reason,
      finished: totals,
      unfinished: open.filter(([, test]) => !test.discovered).map(([testId]) => testId),
      running: open.filter(([, test]) => test.running !== null).map(([testId]) => testId),
      undiscovered: shown.length,
      undiscoveredQuarantined: shown.filter(([testId]) => state.quarantined.has(testId)).length,
    },
  };
}

/** Exactly one fact for each reported event, so that the sequence of a lease is the revision of its stream. */
function factOf(
  event: ReportedEvent,
  state: Claimed,
  { quarantinedInProject, earlier }: Extract<WorkUnitCommand, { type: 'reportEvents' }>,
): WorkUnitEvent {
  const { testRunId, projectId, runnerId, unit, attempt, copy } = state;
  if (event.type === 'unitHandedBack') return lost(state, 'handedBack');
  if (event.type === 'unitCompleted') {
    for (const [, test] of entriesOf(state.tests)) if (!test.done) throw new DomainError('unit.testsUnfinished');
    const { totals } = state;
    return { type: 'WorkUnitCompleted', data: { testRunId, unit, attempt, runnerId, totals, problem: event.problem } };
  }
  if (event.type === 'testDiscovered') {
    const { testId, file, name, tags } = event;
    // Discovered again, it would start over and count twice.
    if (testStateOf(state.tests, testId)) throw new DomainError('unit.testKnown');
    const quarantined = quarantinedInProject.has(testId);
    return { type: 'TestDiscovered', data: { testRunId, projectId, testId, copy, file, name, tags, quarantined } };
  }
  const test = testStateOf(state.tests, event.testId);
  if (!test) throw new DomainError('unit.unknownTest');
  if (test.done) throw new DomainError('unit.testFinished');
  const before = triesBefore(earlier, event.testId);
  // Each attempt has one final result, whichever lease it was made under.
  if (event.attempt !== before.results + test.results + 1) throw new DomainError('unit.attemptOutOfOrder');
  if (event.type === 'testStarted') {
    const { testId, attempt: ofTest, startedAt } = event;
    return { type: 'TestStarted', data: { testRunId, projectId, testId, copy, attempt: ofTest, runnerId, startedAt } };
  }
  const {
    testId,
    attempt: ofTest,
    status,
    final,
    timedOut,
    startedAt,
    durationMs,
    errorHead,
    frames = [],
    details,
    artifacts,
  } = event;
  const data: TestFinished = {
    testRunId,
    projectId,
    runnerId,
    testId,
    copy,
    attempt: ofTest,
    status,
    final,
    timedOut,
    startedAt,
    durationMs,
    details,
    artifacts,
    error: errorHead,
    frames,
    wasRunning: test.running !== null,
    flaky: final && status === 'PASS' && (test.failedBefore || before.failed),
    quarantined: state.quarantined.has(testId),
  };
  return { type: 'TestFinished', data };
}

function decide(command: WorkUnitCommand, state: WorkUnitState): WorkUnitEvent[] {
  if (command.type === 'claimWorkUnit') {
    if (state.status !== 'none') throw new DomainError('unit.claimed');
    const { type, ...data } = command;
    return [{ type: 'WorkUnitClaimed', data }];
  }
  if (state.status === 'none') throw new DomainError('unit.notClaimed');
  switch (command.type) {
    case 'loseWorkUnit':
      return state.status === 'claimed' ? [lost(state, command.reason)] : [];
    case 'reportEvents': {
      const facts: WorkUnitEvent[] = [];
      let current = drafted(state);
      for (const event of command.events) {
        if (current.status === 'lost') throw new DomainError('unit.lost');
        if (current.status === 'completed') throw new DomainError('unit.completed');
        if (current.status === 'none') throw new DomainError('unit.notClaimed');
        const fact = factOf(event, current, command);
        facts.push(fact);
        current = evolve(current, fact);
      }
      return facts;
    }
    default:
      return never(command);
  }
}

function evolve(state: WorkUnitState, event: WorkUnitEvent): WorkUnitState {
  if (event.type === 'WorkUnitClaimed') {
    const tests = settled(
      event.data.tests.reduce((states, testId) => withTestState(states, testId, fresh(false)), draftOf(noTestStates)),
    );
    // Claims made before copies existed have none.
    const { quarantined, copy = null } = event.data;
    return { status: 'claimed', ...event.data, copy, tests, quarantined: new Set(quarantined), totals: noTotals };
  }
  if (state.status === 'none') return state;
  const withTest = (testId: TestId, test: TestState) => withTestState(state.tests, testId, test);
  switch (event.type) {
    case 'TestDiscovered': {
      const { testId, quarantined } = event.data;
      const marked = quarantined ? new Set(state.quarantined).add(testId) : state.quarantined;
      return { ...state, tests: withTest(testId, fresh(true)), quarantined: marked };
    }
    case 'TestStarted': {
      const test = testStateOf(state.tests, event.data.testId) ?? fresh(false);
      const tests = withTest(event.data.testId, { ...test, running: event.data.attempt });
      return tests === state.tests ? state : { ...state, tests };
    }
    case 'TestFinished': {
      const { testId, status, final } = event.data;
      const test = testStateOf(state.tests, testId) ?? fresh(false);
      const failedBefore = test.failedBefore || status === 'FAIL';
      return {
        ...state,
        tests: withTest(testId, { ...test, running: null, results: test.results + 1, failedBefore, done: final }),
        totals: final ? addResult(state.totals, event.data) : state.totals,
      };
    }
    case 'WorkUnitCompleted':
      return { ...state, status: 'completed' };
    case 'WorkUnitLost':
      return { ...state, status: 'lost' };
    default:
      return never(event);
  }
}

/** A unit may have thousands of tests and a post report on a hundred, so the states are copied once per post. */
function drafted(state: WorkUnitState): WorkUnitState {
  return state.status === 'none' ? state : { ...state, tests: draftOf(state.tests) };
}

function evolveAll(state: WorkUnitState, events: readonly WorkUnitEvent[]): WorkUnitState {
  const evolved = events.reduce(evolve, drafted(state));
  return evolved.status === 'none' ? evolved : { ...evolved, tests: settled(evolved.tests) };
}

export const workUnitDecider: Decider<WorkUnitState, WorkUnitCommand, WorkUnitEvent> = {
  category: 'workUnit',
  initialState: () => ({ status: 'none' }),
  decide,
  evolve,
  evolveAll,
};
