import { createNamed, namedThings, type Stores, streamOwners } from '@assay/application';
import {
  type AccountId,
  defaultProjectSettings,
  type EnvironmentId,
  type PipelineStageId,
  type ProjectId,
} from '@assay/contract';
import type { AppendContext } from '@assay/event-log';
import type { Month } from './simulatedMonth.ts';

export type SimulatedThings = Pick<Month, 'web' | 'mobile' | 'payments' | 'test' | 'production' | 'stage'>;

/** @returns the ids of what a simulated month of the account is about: the same each time */
export function simulatedThingsOf(accountId: AccountId): SimulatedThings {
  const idOf = <Id extends string>(name: string) => `sim-${name}-${accountId}` as Id;
  return {
    web: idOf<ProjectId>('web'),
    mobile: idOf<ProjectId>('mobile'),
    payments: idOf<ProjectId>('payments'),
    test: idOf<EnvironmentId>('test'),
    production: idOf<EnvironmentId>('production'),
    stage: idOf<PipelineStageId>('stage'),
  };
}

/**
 * Creates the projects, environments and the stage of a simulated month. Repeating it changes nothing.
 * @throws DomainError `reservation.nameTaken` or `reservation.keyTaken` when the account has others of these names
 */
export async function createSimulatedThings(
  stores: Pick<Stores, 'eventLog' | 'operations'>,
  accountId: AccountId,
  context: AppendContext,
): Promise<SimulatedThings> {
  const app = { ...stores, owners: streamOwners(stores.eventLog) };
  const things = simulatedThingsOf(accountId);
  const { stage: pipelineStageId } = things;
  await createNamed(
    app,
    namedThings.pipelineStage,
    pipelineStageId,
    {
      type: 'createPipelineStage',
      pipelineStageId,
      name: 'Release (simulated)',
      windowsRunnerPoolId: null,
      linuxRunnerPoolId: null,
      variables: [],
      priority: 0,
      testRunPriority: 1,
    },
    context,
  );
  for (const [environmentId, key, name, stage] of [
    [things.test, 'sim-test', 'Test (simulated)', null],
    [things.production, 'sim-production', 'Production (simulated)', pipelineStageId],
  ] as const) {
    const settings = { key, name, url: null, pipelineStageId: stage, maximumParallelTestRuns: 0, variables: [] };
    const command = { type: 'createEnvironment' as const, environmentId, ...settings };
    await createNamed(app, namedThings.environment, environmentId, command, context);
  }
  for (const [projectId, key, name, testingFramework] of [
    [things.web, 'sim-web', 'Web shop (simulated)', 'Playwright'],
    [things.mobile, 'sim-mobile', 'Mobile app (simulated)', 'CucumberJS'],
    [things.payments, 'sim-payments', 'Payments (simulated)', 'PyTest'],
  ] as const) {
    const settings = { ...defaultProjectSettings, defaultBranch: 'main', testingFramework };
    const command = { type: 'createProject' as const, projectId, key, name, settings };
    await createNamed(app, namedThings.project, projectId, command, context);
  }
  return things;
}
