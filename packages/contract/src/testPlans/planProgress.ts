import type { PlanRunStatus, PlanStageStatus, PlanSuiteStatus } from './testPlanRunStatus.ts';
import type { TestPlanStageSettings } from './testPlanViews.ts';

/** How far a suite has come; `skipped` is what `pending` comes to, see {@link shownProgress}. */
export type SuiteProgress = Exclude<PlanSuiteStatus, 'skipped'>;

/** A stage of a plan run and its suites, in order. */
export type StageProgress = Pick<TestPlanStageSettings, 'executionType' | 'stopAtFailure' | 'alwaysRun'> & {
  suites: readonly SuiteProgress[];
};

const isOpen = (suite: SuiteProgress) => suite === 'pending' || suite === 'running';
const hasNotPassed = (suite: SuiteProgress) => !isOpen(suite) && suite !== 'pass';

/** @returns whether what is pending in a stage waits in vain, because it stops at a failure and has one */
function hasStopped({ executionType, stopAtFailure, suites }: StageProgress): boolean {
  return executionType === 'Sequential' && stopAtFailure && suites.some(hasNotPassed);
}

/** @returns the suites of an open stage whose turn it is, by their places */
function dueIn(stage: StageProgress): number[] {
  const { executionType, suites } = stage;
  const pending = [...suites.keys()].filter((index) => suites[index] === 'pending');
  if (executionType === 'Parallel') return pending;
  if (suites.includes('running') || hasStopped(stage)) return [];
  return pending.slice(0, 1);
}

export type Due = { stage: number; suite: number };

/**
 * What comes next in a plan run: stages come one after the other. After one that did not pass, only those that always
 * run are left; what was started is waited for.
 * @returns the suites whose turn it is; `over` when there is nothing more to start or to wait for
 */
export function nextOf(stages: readonly StageProgress[]): { due: Due[]; over: boolean } {
  let failed = false;
  for (const [index, stage] of stages.entries()) {
    const isRunning = stage.suites.includes('running');
    const due = failed && !stage.alwaysRun ? [] : dueIn(stage);
    if (isRunning || due.length > 0) return { due: due.map((suite) => ({ stage: index, suite })), over: false };
    if (!stage.suites.every((suite) => suite === 'pass')) failed = true;
  }
  return { due: [], over: true };
}

/** @returns whether every stage passed */
export function hasPassed(stages: readonly StageProgress[]): boolean {
  return stages.every(({ suites }) => suites.every((suite) => suite === 'pass'));
}

export type ShownStage = { status: PlanStageStatus; suites: PlanSuiteStatus[] };

/**
 * What people are shown. A stage is skipped when it has no results and the run is over, or a later stage has started.
 */
export function shownProgress(stages: readonly StageProgress[], status: PlanRunStatus): ShownStage[] {
  const begun = stages.map(({ suites }) => suites.some((suite) => suite !== 'pending'));
  return stages.map((stage, index) => {
    const isPast = status !== 'Running' || begun.includes(true, index + 1);
    const isSkipped = isPast || hasStopped(stage);
    const suites = stage.suites.map((suite) => (suite === 'pending' && isSkipped ? 'skipped' : suite));
    return { status: stageStatusOf(suites, begun[index] === true, isPast), suites };
  });
}

function stageStatusOf(suites: readonly PlanSuiteStatus[], hasBegun: boolean, isPast: boolean): PlanStageStatus {
  if (!hasBegun) return isPast ? 'skipped' : 'pending';
  if (suites.includes('running') || suites.includes('pending')) return 'running';
  return suites.every((suite) => suite === 'pass') ? 'pass' : 'fail';
}
