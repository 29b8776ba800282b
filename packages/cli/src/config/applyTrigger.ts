import {
  anyProject,
  type CommandAnswer,
  type ProjectId,
  type TriggerId,
  type TriggerRequest,
  TriggerSettings,
  type TriggerView,
  triggerCalls,
} from '@assay/contract';
import type { ServiceClient } from '../serviceClient.ts';
import type { Account } from './account.ts';
import { environmentId, projectId, suiteId, testPlanId } from './references.ts';
import { allProjects, type ConfigTrigger } from './triggerConfig.ts';

const settingsOfTrigger = Object.keys(TriggerSettings.properties) as (keyof TriggerSettings)[];

/**
 * @param there what the file changes; undefined: the trigger is new
 * @returns the answer to the last command
 */
export async function applyTrigger(
  { call }: ServiceClient,
  account: Account,
  there: TriggerView | undefined,
  { enabled, ...wanted }: Partial<ConfigTrigger>,
): Promise<CommandAnswer> {
  const body = { ...(there && requestOf(there)), ...withIds(account, wanted, there) } as TriggerRequest;
  const last = there
    ? await call(triggerCalls.changeTrigger, { params: { id: there.id }, body })
    : await call(triggerCalls.createTrigger, { body });
  if (enabled === undefined || enabled === (there?.enabled ?? true)) return last;
  return call(triggerCalls.toggleTrigger, { params: { id: last.id as TriggerId } });
}

/** The request that would leave a trigger as it is. */
function requestOf(trigger: TriggerView): TriggerRequest {
  const settings = Object.fromEntries(settingsOfTrigger.map((setting) => [setting, trigger[setting]]));
  return { name: trigger.name, ...(settings as TriggerSettings) };
}

function withIds(
  account: Account,
  { project, testSuite, testPlan, environment, deployedProjects, ...plain }: Partial<ConfigTrigger>,
  there: TriggerView | undefined,
): Partial<TriggerRequest> {
  const ofProject = project === undefined ? (there?.projectId ?? null) : projectId(account, project);
  const deployed = deployedProjects?.map((key) =>
    key === allProjects ? anyProject : (projectId(account, key) as ProjectId),
  );
  return {
    ...plain,
    ...(project === undefined ? {} : { projectId: ofProject }),
    ...(testSuite === undefined ? {} : { testSuiteId: suiteId(account, ofProject, testSuite) }),
    ...(testPlan === undefined ? {} : { testPlanId: testPlanId(account, testPlan) }),
    ...(environment === undefined ? {} : { environmentId: environmentId(account, environment) }),
    ...(deployed === undefined ? {} : { deployedProjectIds: deployed }),
  };
}
