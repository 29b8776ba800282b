import {
  type FinishedStatus,
  hasPassed,
  nextOf,
  planSuiteRunIdOf,
  type TestPlanSuiteId,
  type TestRunId,
} from '@assay/contract';
import type { TestPlanRunEvent, TestPlanRunStarted } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import {
  evolveTestPlanRun,
  openBranchOf,
  type PlannedSuite,
  progressOfStages,
  type StartedPlanRun,
  suiteStateOf,
  type TestPlanRunState,
} from './testPlanRunState.ts';

/** A new id, from which those of the test runs are made whose turn comes through a command. */
type Starts = { startId: string };

export type TestPlanRunCommand =
  | ({ type: 'startTestPlanRun' } & TestPlanRunStarted & Starts)
  /** Its test run could not be started. */
  | ({ type: 'refuseSuite'; testPlanSuiteId: TestPlanSuiteId; testRunId: TestRunId; message: string } & Starts)
  /** The run's set-up has found the newest commit of the branch; null: there is none. */
  | ({ type: 'findCommit'; testRunId: TestRunId; commit: string | null } & Starts)
  | ({ type: 'endSuite'; testRunId: TestRunId; status: FinishedStatus } & Starts)
  | { type: 'cancelTestPlanRun' }
  /** null: what did not pass. */
  | ({ type: 'rerunSuites'; testPlanSuiteIds: readonly TestPlanSuiteId[] | null } & Starts);

type Of<Type extends TestPlanRunCommand['type']> = Extract<TestPlanRunCommand, { type: Type }>;

const suitesOf = ({ stages }: StartedPlanRun): PlannedSuite[] => stages.flatMap(({ suites }) => suites);

/** @returns whether a suite waits until another one on its branch has found the newest commit, which both then test */
function waitsForCommit(state: StartedPlanRun, suite: PlannedSuite): boolean {
  const branch = openBranchOf(suite);
  if (branch === null || branch in state.commits) return false;
  return suitesOf(state).some(
    (other) => openBranchOf(other) === branch && suiteStateOf(state, other.testPlanSuiteId).progress === 'running',
  );
}

/** @returns the suite is due: its test run starts, or the reason against it is recorded */
function turnOf(state: StartedPlanRun, suite: PlannedSuite, startId: string): TestPlanRunEvent {
  const { testPlanRunId } = state;
  const { testPlanSuiteId, source, problem } = suite;
  const attempt = suiteStateOf(state, testPlanSuiteId).attempt + 1;
  const facts = { testPlanRunId, testPlanSuiteId, attempt };
  if (source === null) return { type: 'TestPlanRunSuiteRefused', data: { ...facts, message: problem ?? '' } };
  const branch = openBranchOf(suite);
  const ref = branch === null ? source.ref : (state.commits[branch] ?? null);
  const testRunId = planSuiteRunIdOf(startId, suitesOf(state).indexOf(suite));
  return { type: 'TestPlanRunSuiteStarted', data: { ...facts, testRunId, ref } };
}

/** @returns the events, followed by what they lead to: the suites whose turn it is now, or the end of the plan run. */
function goingOn(before: TestPlanRunState, events: TestPlanRunEvent[], startId: string): TestPlanRunEvent[] {
  let state = events.reduce(evolveTestPlanRun, before);
  const all = [...events];
  while (state.status === 'Running') {
    const { due, over } = nextOf(progressOfStages(state));
    const { testPlanRunId, testPlanId } = state;
    let event: TestPlanRunEvent | undefined;
    if (over) {
      const passed = hasPassed(progressOfStages(state));
      event = { type: 'TestPlanRunCompleted', data: { testPlanRunId, testPlanId, passed } };
    } else {
      const current = state;
      const suite = due
        .flatMap(({ stage, suite: index }) => current.stages[stage]?.suites[index] ?? [])
        .find((each) => !waitsForCommit(current, each));
      event = suite && turnOf(current, suite, startId);
    }
    if (!event) return all;
    all.push(event);
    state = evolveTestPlanRun(state, event);
  }
  return all;
}

function refuseSuite(state: StartedPlanRun, command: Of<'refuseSuite'>): TestPlanRunEvent[] {
  const { testPlanSuiteId, testRunId, message, startId } = command;
  const { progress, attempt, testRunId: current } = suiteStateOf(state, testPlanSuiteId);
  if (progress !== 'running' || current !== testRunId) return [];
  const { testPlanRunId } = state;
  const refused = { testPlanRunId, testPlanSuiteId, attempt, message };
  return goingOn(state, [{ type: 'TestPlanRunSuiteRefused', data: refused }], startId);
}

/** The suite whose last go this test run is. */
function suiteOfRun(state: StartedPlanRun, testRunId: TestRunId): PlannedSuite | undefined {
  return suitesOf(state).find(({ testPlanSuiteId }) => suiteStateOf(state, testPlanSuiteId).testRunId === testRunId);
}

function findCommit(state: StartedPlanRun, { testRunId, commit, startId }: Of<'findCommit'>): TestPlanRunEvent[] {
  const suite = suiteOfRun(state, testRunId);
  const branch = suite && openBranchOf(suite);
  if (!suite?.source || !branch || branch in state.commits) return [];
  const { projectId, source } = suite;
  const found = { testPlanRunId: state.testPlanRunId, projectId, branch: source.branch, commit };
  return goingOn(state, [{ type: 'TestPlanRunCommitFound', data: found }], startId);
}

/** A person may overrule how a test run ended: its suite follows, and while the plan runs, what comes after it. */
function endSuite(state: StartedPlanRun, { testRunId, status, startId }: Of<'endSuite'>): TestPlanRunEvent[] {
  const suite = suiteOfRun(state, testRunId);
  if (!suite) return [];
  const { testPlanSuiteId } = suite;
  const { attempt } = suiteStateOf(state, testPlanSuiteId);
  const { testPlanRunId } = state;
  const ended: TestPlanRunEvent = {
    type: 'TestPlanRunSuiteEnded',
    data: { testPlanRunId, testPlanSuiteId, attempt, testRunId, status },
  };
  const after = evolveTestPlanRun(state, ended);
  const changes = after.status !== 'none' && hasMoved(state, after, testPlanSuiteId);
  return changes ? goingOn(state, [ended], startId) : [];
}

function hasMoved(before: StartedPlanRun, after: StartedPlanRun, id: TestPlanSuiteId): boolean {
  return suiteStateOf(before, id).progress !== suiteStateOf(after, id).progress;
}

const ended = ['pass', 'fail', 'canceled', 'error'] as const;
const hasEnded = (progress: string) => ended.some((each) => each === progress);

function rerunSuites(state: StartedPlanRun, command: Of<'rerunSuites'>): TestPlanRunEvent[] {
  if (state.status === 'Canceled') throw new DomainError('testPlanRun.canceled');
  const all = suitesOf(state).map(({ testPlanSuiteId }) => testPlanSuiteId);
  const progressOf = (id: TestPlanSuiteId) => suiteStateOf(state, id).progress;
  const wanted = command.testPlanSuiteIds ?? all.filter((id) => hasEnded(progressOf(id)) && progressOf(id) !== 'pass');
  if (wanted.length === 0) throw new DomainError('testPlanRun.nothingFailed');
  for (const id of wanted) {
    if (!all.includes(id)) throw new DomainError('testPlan.suiteNotFound');
    if (!hasEnded(progressOf(id))) throw new DomainError('testPlanRun.suiteNotEnded');
  }
  const { testPlanRunId, testPlanId } = state;
  const resumed = { testPlanRunId, testPlanId, testPlanSuiteIds: [...new Set(wanted)] };
  return goingOn(state, [{ type: 'TestPlanRunResumed', data: resumed }], command.startId);
}

/**
 * A run of a test plan: a process over its own stream. Each decision includes its consequences: which suites start, and
 * with which ids, is recorded once before anything starts, however often it is decided and by which process.
 */
export const testPlanRunDecider: Decider<TestPlanRunState, TestPlanRunCommand, TestPlanRunEvent> = {
  category: 'testPlanRun',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'startTestPlanRun') {
      if (state.status !== 'none') return [];
      const { type: _, startId, ...facts } = command;
      if (facts.stages.length === 0) throw new DomainError('testPlan.withoutSuites');
      return goingOn(state, [{ type: 'TestPlanRunStarted', data: facts }], startId);
    }
    if (state.status === 'none') throw new DomainError('testPlanRun.notFound');
    switch (command.type) {
      case 'refuseSuite':
        return refuseSuite(state, command);
      case 'findCommit':
        return findCommit(state, command);
      case 'endSuite':
        return endSuite(state, command);
      case 'cancelTestPlanRun': {
        if (state.status === 'completed') throw new DomainError('testPlanRun.notRunning');
        const { testPlanRunId, testPlanId } = state;
        return state.status === 'Canceled'
          ? []
          : [{ type: 'TestPlanRunCanceled', data: { testPlanRunId, testPlanId } }];
      }
      case 'rerunSuites':
        return rerunSuites(state, command);
      default:
        return never(command);
    }
  },
  evolve: evolveTestPlanRun,
};
