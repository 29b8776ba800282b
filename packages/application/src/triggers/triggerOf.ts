import {
  defaultTriggerSettings,
  isOnDeploy,
  isScheduled,
  messages,
  startsTestPlan,
  type TriggerRequest,
  type TriggerSettings,
} from '@assay/contract';

/** What only triggers of tests have. */
const { projectId, testSuiteId, latestDeploy, buildId, branch, commit } = defaultTriggerSettings;
const noTests = { projectId, testSuiteId, latestDeploy, buildId, branch, commit };

/** @returns the trigger that a request describes, without what its type does not use. */
export function triggerOf({ name, ...request }: TriggerRequest): { name: string; settings: TriggerSettings } {
  const all: TriggerSettings = { ...defaultTriggerSettings, ...request };
  const { type, testOptionsType } = all;
  const specified = testOptionsType === 'specify';
  const settings: TriggerSettings = {
    ...all,
    cron: isScheduled(type) ? (all.cron?.trim().replace(/\s+/g, ' ') ?? null) : null,
    timeZone: isScheduled(type) ? all.timeZone : null,
    deployedProjectIds: isOnDeploy(type) ? [...new Set(all.deployedProjectIds)] : [],
    testPlanId: startsTestPlan(type) ? all.testPlanId : null,
    testSuiteId: testOptionsType === 'suite' ? all.testSuiteId : null,
    includeTags: specified ? all.includeTags : [],
    excludedTags: specified ? all.excludedTags : [],
    testFilters: specified ? all.testFilters : [],
    ...(all.latestDeploy ? { buildId: null, branch: null, commit: null } : {}),
    ...(startsTestPlan(type) ? noTests : {}),
    // Of a plan after deploys: those to this environment only.
    ...(type === 'testPlanInterval' ? { environmentId: null } : {}),
  };
  return { name: name ?? messages.unnamedTrigger, settings };
}
