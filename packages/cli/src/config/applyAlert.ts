import {
  type AlertCriteria,
  type AlertRequest,
  type AlertView,
  alertCalls,
  type CommandAnswer,
  isSealed,
} from '@assay/contract';
import type { ServiceClient } from '../serviceClient.ts';
import type { Account } from './account.ts';
import { type ConfigAlert, plainCriteria } from './alertConfig.ts';
import { environmentId, projectId, stageId, suiteId } from './references.ts';

/** @param there what the file changes; undefined: the alert is new */
export async function applyAlert(
  { call }: ServiceClient,
  account: Account,
  there: AlertView | undefined,
  wanted: Partial<ConfigAlert>,
): Promise<CommandAnswer> {
  const { eventType, actionType, destination, status } = wanted;
  const stated = {
    ...(eventType && { eventType }),
    ...(actionType && { actionType }),
    ...(destination === undefined ? {} : { destination }),
    ...(status && { status }),
    criteria: { ...there?.criteria, ...criteriaOf(account, wanted, there) },
  };
  const body = { ...(there && requestOf(there)), ...stated } as AlertRequest;
  if (there) return call(alertCalls.changeAlert, { params: { id: there.id }, body });
  return call(alertCalls.createAlert, { body });
}

/** The request that would leave an alert as it is: a sealed destination stays when it is not sent. */
function requestOf({ eventType, actionType, criteria, destination, status }: AlertView): AlertRequest {
  return { eventType, actionType, criteria, status, ...(isSealed(actionType) ? {} : { destination }) };
}

function criteriaOf(account: Account, wanted: Partial<ConfigAlert>, there: AlertView | undefined) {
  const { project, environment, pipelineStage, testSuite } = wanted;
  const ofProject = project === undefined ? (there?.criteria.projectId ?? null) : projectId(account, project);
  const plain = Object.fromEntries(plainCriteria.flatMap((name) => (name in wanted ? [[name, wanted[name]]] : [])));
  return {
    ...(plain as Partial<AlertCriteria>),
    ...(project === undefined ? {} : { projectId: ofProject }),
    ...(environment === undefined ? {} : { environmentId: environmentId(account, environment) }),
    ...(pipelineStage === undefined ? {} : { pipelineStageId: stageId(account, pipelineStage) }),
    ...(testSuite === undefined ? {} : { testSuiteId: suiteId(account, ofProject, testSuite) }),
  };
}
