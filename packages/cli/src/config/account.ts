import {
  type AlertView,
  alertCalls,
  type EnvironmentView,
  environmentCalls,
  type PipelineStageView,
  type ProjectView,
  pipelineStageCalls,
  projectCalls,
  type RunnerPoolView,
  runnerPoolCalls,
  type TestPlanDetailView,
  type TestSuiteView,
  type TriggerView,
  testPlanCalls,
  testSuiteCalls,
  triggerCalls,
} from '@assay/contract';
import { CommandFailure } from '../exitCodes.ts';
import type { ServiceClient } from '../serviceClient.ts';

/** What is in the account now, as the service shows it. */
export type Account = {
  runnerPools: readonly RunnerPoolView[];
  pipelineStages: readonly PipelineStageView[];
  environments: readonly EnvironmentView[];
  projects: readonly ProjectView[];
  testSuites: readonly TestSuiteView[];
  testPlans: readonly TestPlanDetailView[];
  triggers: readonly TriggerView[];
  alerts: readonly AlertView[];
};

/** @param minPosition of a command whose change must be in it */
export async function readAccount({ call }: ServiceClient, minPosition?: string): Promise<Account> {
  const options = { minPosition };
  const plansInDetail = async () => {
    const plans = await call(testPlanCalls.listTestPlans, {}, options);
    return Promise.all(plans.map(({ id }) => call(testPlanCalls.getTestPlan, { params: { id } }, options)));
  };
  const [runnerPools, pipelineStages, environments, projects, testSuites, testPlans, triggers, alerts] =
    await Promise.all([
      call(runnerPoolCalls.listRunnerPools, {}, options),
      call(pipelineStageCalls.listPipelineStages, {}, options),
      call(environmentCalls.listEnvironments, {}, options),
      call(projectCalls.listProjects, {}, options),
      call(testSuiteCalls.listTestSuites, {}, options),
      noneWithoutFeature(plansInDetail()),
      noneWithoutFeature(call(triggerCalls.listTriggers, {}, options)),
      noneWithoutFeature(call(alertCalls.listAlerts, {}, options)),
    ]);
  // Several may be called the same: they are told apart by their age.
  return {
    runnerPools,
    pipelineStages,
    environments,
    projects,
    testSuites,
    testPlans,
    triggers: byAge(triggers),
    alerts: byAge(alerts),
  };
}

/** What the plan of the account does not include is not there. */
async function noneWithoutFeature<Thing>(things: Promise<Thing[]>): Promise<Thing[]> {
  try {
    return await things;
  } catch (error) {
    if (error instanceof CommandFailure && error.code === 'plan.lacksFeature') return [];
    throw error;
  }
}

function byAge<Thing extends { createdAt: string }>(things: readonly Thing[]): Thing[] {
  return [...things].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
