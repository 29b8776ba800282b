import { projectTrialCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { whyNobodyServes } from '../waiting/withReasons.ts';
import { ownProjectTrial } from './ownProjectTrial.ts';

export const getProjectTrial = route(
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
