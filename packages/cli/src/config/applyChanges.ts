import {
  type ChangeEnvironmentRequest,
  type ChangePipelineStageRequest,
  type ChangeProjectRequest,
  type ChangeRunnerPoolRequest,
  type ChangeTestSuiteRequest,
  type CommandAnswer,
  type CreateEnvironmentRequest,
  type CreatePipelineStageRequest,
  type CreateProjectRequest,
  type CreateRunnerPoolRequest,
  type CreateTestSuiteRequest,
  environmentCalls,
  environmentFields,
  nameKey,
  pipelineStageCalls,
  pipelineStageFields,
  projectCalls,
  runnerPoolCalls,
  testSuiteCalls,
  type VariableRequest,
} from '@assay/contract';
import { CommandFailure } from '../exitCodes.ts';
import type { ServiceClient } from '../serviceClient.ts';
import { type Account, readAccount } from './account.ts';
import { alertOf, type ConfigAlert, titleOfAlert } from './alertConfig.ts';
import { applyAlert } from './applyAlert.ts';
import { applyTestPlan } from './applyTestPlan.ts';
import { applyTrigger } from './applyTrigger.ts';
import type { ConfigVariable } from './configFile.ts';
import { requestOfConfig } from './declaredConfig.ts';
import type { Change, Kind } from './planChanges.ts';
import { found } from './references.ts';
import type { ConfigTestPlan } from './testPlanConfig.ts';
import type { ConfigTrigger } from './triggerConfig.ts';

type Values = Record<string, unknown>;

/**
 * Carries out changes one after the other. What was done before one is refused stays: to apply the file again goes on
 * from there.
 * @param onDone called after each
 * @throws CommandFailure that names the thing
 */
export async function applyChanges(
  client: ServiceClient,
  changes: readonly Change[],
  onDone: (change: Change) => void,
): Promise<void> {
  // What a thing refers to by name may have been added just before it.
  let account = await readAccount(client);
  let kind: Kind | null = null;
  let position: string | undefined;
  for (const change of changes) {
    if (change.action === 'none') continue;
    if (kind !== null && change.kind !== kind) account = await readAccount(client, position);
    kind = change.kind;
    try {
      ({ position } = await apply(client, account, change));
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      throw new CommandFailure(error.exitCode, `${change.kind} ${change.key}: ${error.message}`, error.code);
    }
    onDone(change);
  }
  // Whoever reads next, such as the same command again, finds all of it.
  if (position !== undefined) await readAccount(client, position);
}

async function apply(client: ServiceClient, account: Account, change: Change): Promise<CommandAnswer> {
  const { call } = client;
  const values: Values = Object.fromEntries(change.settings.map(({ setting, to }) => [setting, to]));
  const isNew = change.action === 'add';
  switch (change.kind) {
    case 'runner pool': {
      if (isNew) return call(runnerPoolCalls.createRunnerPool, { body: values as CreateRunnerPoolRequest });
      const params = { id: found(account.runnerPools, 'name', change.key).id };
      return call(runnerPoolCalls.changeRunnerPool, { params, body: values as ChangeRunnerPoolRequest });
    }
    case 'pipeline stage': {
      const { variables, ...fields } = values;
      const body = { ...requestOfConfig(pipelineStageFields, fields, account), ...variablesOf(variables) };
      if (isNew) return call(pipelineStageCalls.createPipelineStage, { body: body as CreatePipelineStageRequest });
      const params = { id: found(account.pipelineStages, 'name', change.key).id };
      return call(pipelineStageCalls.changePipelineStage, { params, body: body as ChangePipelineStageRequest });
    }
    case 'environment': {
      const { variables, ...fields } = values;
      const body = {
        ...requestOfConfig(environmentFields, fields, account),
        ...variablesOf(variables),
        // The file says what is wanted; there is no dialog to ask.
        ...(variables === undefined ? {} : { saveAnyway: true }),
      };
      if (isNew) return call(environmentCalls.createEnvironment, { body: body as CreateEnvironmentRequest });
      const params = { id: found(account.environments, 'key', change.key).id };
      return call(environmentCalls.changeEnvironment, { params, body: body as ChangeEnvironmentRequest });
    }
    case 'project': {
      if (isNew) return call(projectCalls.createProject, { body: values as CreateProjectRequest });
      const params = { id: found(account.projects, 'key', change.key).id };
      return call(projectCalls.changeProject, { params, body: values as ChangeProjectRequest });
    }
    case 'test suite': {
      const { id } = found(account.projects, 'key', change.project ?? '');
      if (isNew)
        return call(testSuiteCalls.createTestSuite, { params: { id }, body: values as CreateTestSuiteRequest });
      const suites = account.testSuites.filter(({ projectId }) => projectId === id);
      const params = { id, testSuiteId: found(suites, 'name', change.key).id };
      return call(testSuiteCalls.changeTestSuite, { params, body: values as ChangeTestSuiteRequest });
    }
    case 'test plan': {
      const there = isNew ? undefined : found(account.testPlans, 'key', change.key);
      return applyTestPlan(client, account, there, values as Partial<ConfigTestPlan>);
    }
    case 'trigger': {
      const isNamed = ({ name }: { name: string }) => nameKey(name) === nameKey(change.key);
      const there = isNew ? undefined : account.triggers.filter(isNamed)[change.nth];
      return applyTrigger(client, account, there, values as Partial<ConfigTrigger>);
    }
    case 'alert': {
      const titled = account.alerts.filter(
        (alert) => nameKey(titleOfAlert(alertOf(alert, account))) === nameKey(change.key),
      );
      return applyAlert(client, account, isNew ? undefined : titled[change.nth], values as Partial<ConfigAlert>);
    }
  }
}

/** A secret without a value is sent without one too: it stays as it is stored. */
function variablesOf(variables: unknown): { variables?: VariableRequest[] } {
  if (!Array.isArray(variables)) return {};
  const requests = (variables as ConfigVariable[]).map(
    ({ key, value, secret, file = false }): VariableRequest => ({ key, value, encrypted: secret !== undefined, file }),
  );
  return { variables: requests };
}
