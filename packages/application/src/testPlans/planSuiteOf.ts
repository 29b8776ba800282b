import type { TestPlanSuiteSettings } from '@assay/contract';

/** @returns a suite of a plan without what its choices leave unused. */
export function planSuiteOf(asked: TestPlanSuiteSettings): TestPlanSuiteSettings {
  const { latestDeploy, useDynamicEnvironment, environmentId, dynamicEnvironment, buildId, branch, commit } = asked;
  const hasBuild = !latestDeploy && buildId !== null;
  return {
    ...asked,
    environmentId: useDynamicEnvironment ? null : environmentId,
    dynamicEnvironment: useDynamicEnvironment ? dynamicEnvironment : null,
    buildId: hasBuild ? buildId : null,
    // A build's branch and commit are its own.
    branch: latestDeploy || hasBuild ? null : branch,
    commit: latestDeploy || hasBuild ? null : commit,
  };
}
