import { endProjectTrial } from '@assay/application';
import { type AccountId, type ProjectTrialId, projectTrialCalls } from '@assay/contract';
import type { ProjectTrialRow } from '@assay/operations';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Route, route } from '../http/route.ts';
import { whyNobodyServes } from '../waiting/withReasons.ts';
import { createProjectTrial } from './createProjectTrial.ts';

/** @returns the account's trial. @throws ApiError 404 when it has none by that id, or it is forgotten */
async function ownProjectTrial(
  { operations }: Api,
  accountId: AccountId,
  id: ProjectTrialId,
): Promise<ProjectTrialRow> {
  const trial = await operations.projectTrials.find(id);
  if (trial?.accountId !== accountId) throw new ApiError('notFound');
  return trial;
}

const getProjectTrial = route(
  projectTrialCalls.getProjectTrial,
  async ({ api, params: { id }, caller: { accountId, models } }) => {
    const trial = await ownProjectTrial(api, accountId, id);
    const { state, createdAt, startedAt, endedAt, agent, phases, log, found, problem, environmentId } = trial;
    const source = { models, workQueue: api.operations.workQueue, accountId };
    return {
      id,
      state,
      createdAt: createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      waitsFor: state === 'waiting' ? await whyNobodyServes(source, environmentId) : null,
      agent,
      phases,
      log,
      found,
      problem,
    };
  },
);

const cancelProjectTrial = route(
  projectTrialCalls.cancelProjectTrial,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await ownProjectTrial(api, accountId, id);
    await endProjectTrial(api, id, 'canceled', null);
    return null;
  },
);

export const projectTrialRoutes: readonly Route[] = [createProjectTrial, getProjectTrial, cancelProjectTrial];
