import {
  limits,
  type TestPlanStageSettings,
  type TestPlanStageView,
  type TestPlanSuiteSettings,
  type TestPlanSuiteView,
} from '@assay/contract';

/** @returns how a stage's suites are run, in words. */
export function wordsOfExecution({
  executionType,
  stopAtFailure,
}: Pick<TestPlanStageSettings, 'executionType' | 'stopAtFailure'>): string {
  return executionType === 'Sequential' && stopAtFailure ? 'Sequential, stops at a failure' : executionType;
}

/** @returns what has to be so before a stage starts; null for the first one, which always does. */
export function gateOf(
  before: Pick<TestPlanStageView, 'name' | 'alwaysRun'> | undefined,
  stage: Pick<TestPlanStageView, 'alwaysRun'>,
): string | null {
  if (!before) return null;
  if (stage.alwaysRun) return 'in any case, also after a failure; not after Stop Run';
  // After a stage that always runs, those before it count as well.
  return before.alwaysRun ? 'if everything before passes' : `if all of ${before.name} passes`;
}

type Versioned = Pick<TestPlanSuiteView, 'latestDeploy' | 'buildId' | 'buildName' | 'branch' | 'commit' | 'deploy'>;

/** What a suite is run on: where that comes from, and what it is now. */
export type VersionWords = { source: string; now: string | null; isCommit: boolean; isMissing: boolean };

/** @returns what a suite is run on, in words: 'Latest deploy' and 'build 4182', or 'main' and 'newest commit'. */
export function versionOf({ latestDeploy, buildId, buildName, branch, commit, deploy }: Versioned): VersionWords {
  if (latestDeploy) {
    const source = 'Latest deploy';
    if (!deploy) return { source, now: 'none yet', isCommit: false, isMissing: true };
    if (deploy.buildName) return { source, now: `build ${deploy.buildName}`, isCommit: false, isMissing: false };
    const now = deploy.commit?.slice(0, limits.commitLength) ?? deploy.branch;
    return { source, now, isCommit: deploy.commit !== null, isMissing: false };
  }
  if (buildId !== null)
    return { source: `Build ${buildName ?? 'deleted'}`, now: null, isCommit: false, isMissing: !buildName };
  const now = commit?.slice(0, limits.commitLength) ?? 'newest commit';
  return { source: branch ?? 'Default branch', now, isCommit: commit !== null, isMissing: false };
}

/** @returns where a suite is run: an environment's name, or the text that names one when the plan is started. */
export function environmentOf({
  useDynamicEnvironment,
  dynamicEnvironment,
  environment,
}: Pick<TestPlanSuiteView, 'environment'> &
  Pick<TestPlanSuiteSettings, 'useDynamicEnvironment' | 'dynamicEnvironment'>): { text: string; isDynamic: boolean } {
  if (useDynamicEnvironment) return { text: dynamicEnvironment ?? '', isDynamic: true };
  return { text: environment?.name ?? 'deleted', isDynamic: false };
}
