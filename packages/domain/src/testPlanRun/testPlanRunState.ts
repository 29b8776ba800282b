import type {
  PlanRunStatus,
  ProjectId,
  StageProgress,
  SuiteProgress,
  TestPlanId,
  TestPlanRunId,
  TestPlanSuiteId,
  TestRunId,
} from '@assay/contract';
import type { TestPlanRunEvent, TestPlanRunStarted } from '@assay/event-schemas';
import { never } from '../decider.ts';

export type PlannedStage = TestPlanRunStarted['stages'][number];
export type PlannedSuite = PlannedStage['suites'][number];

/** The last go at a suite; `attempt` is 0 before the first one. */
export type SuiteState = { progress: SuiteProgress; attempt: number; testRunId: TestRunId | null };

export type TestPlanRunState =
  | { status: 'none' }
  | {
      status: PlanRunStatus;
      testPlanRunId: TestPlanRunId;
      testPlanId: TestPlanId;
      stages: readonly PlannedStage[];
      suites: Readonly<Record<TestPlanSuiteId, SuiteState>>;
      /** The newest commits of branches, as far as they were found; null: there is no way to tell. */
      commits: Readonly<Record<string, string | null>>;
    };
export type StartedPlanRun = Exclude<TestPlanRunState, { status: 'none' }>;

const untouched: SuiteState = { progress: 'pending', attempt: 0, testRunId: null };

const progressOf = { PASS: 'pass', FAIL: 'fail', CANCELED: 'canceled' } as const;

/** Branches of a project are known by this. */
export function branchKey({ projectId, branch }: { projectId: ProjectId; branch: string }): string {
  return `${projectId} ${branch}`;
}

/** @returns the branch whose newest commit the suite is run on; null: what it is run on is settled */
export function openBranchOf({ projectId, source }: PlannedSuite): string | null {
  if (source === null || source.ref !== null || source.build !== null) return null;
  return branchKey({ projectId, branch: source.branch });
}

export function suiteStateOf({ suites }: StartedPlanRun, id: TestPlanSuiteId): SuiteState {
  return suites[id] ?? untouched;
}

/** @returns how far the plan run has come */
export function progressOfStages(state: StartedPlanRun): StageProgress[] {
  return state.stages.map(({ settings, suites }) => ({
    ...settings,
    suites: suites.map(({ testPlanSuiteId }) => suiteStateOf(state, testPlanSuiteId).progress),
  }));
}

function withSuite(state: StartedPlanRun, id: TestPlanSuiteId, change: Partial<SuiteState>): StartedPlanRun {
  return { ...state, suites: { ...state.suites, [id]: { ...suiteStateOf(state, id), ...change } } };
}

export function evolveTestPlanRun(state: TestPlanRunState, event: TestPlanRunEvent): TestPlanRunState {
  if (event.type === 'TestPlanRunStarted') {
    const { testPlanRunId, testPlanId, stages } = event.data;
    return { status: 'Running', testPlanRunId, testPlanId, stages, suites: {}, commits: {} };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'TestPlanRunSuiteStarted': {
      const { testPlanSuiteId, attempt, testRunId } = event.data;
      return withSuite(state, testPlanSuiteId, { progress: 'running', attempt, testRunId });
    }
    case 'TestPlanRunSuiteRefused': {
      const { testPlanSuiteId, attempt } = event.data;
      return withSuite(state, testPlanSuiteId, { progress: 'error', attempt, testRunId: null });
    }
    case 'TestPlanRunSuiteEnded': {
      const { testPlanSuiteId, status } = event.data;
      return withSuite(state, testPlanSuiteId, { progress: progressOf[status] });
    }
    case 'TestPlanRunCommitFound': {
      const commits = { ...state.commits, [branchKey(event.data)]: event.data.commit };
      return { ...state, commits };
    }
    case 'TestPlanRunCanceled':
      return { ...state, status: 'Canceled' };
    case 'TestPlanRunCompleted':
      return { ...state, status: 'completed' };
    case 'TestPlanRunResumed':
      return event.data.testPlanSuiteIds.reduce<StartedPlanRun>(
        (before, id) => withSuite(before, id, { progress: 'pending', testRunId: null }),
        { ...state, status: 'Running' },
      );
    default:
      return never(event);
  }
}
