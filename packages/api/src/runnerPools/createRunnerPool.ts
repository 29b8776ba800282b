import { createNamed, namedThings, requirePoolSize } from '@assay/application';
import { type RunnerPoolId, runnerPoolCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createRunnerPool = route(
  runnerPoolCalls.createRunnerPool,
  async ({ api, body, caller, context, newId }) => {
    requirePoolSize(await caller.models.account(), body);
    const runnerPoolId = newId<RunnerPoolId>();
    const command = { type: 'createRunnerPool' as const, runnerPoolId, ...body };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.runnerPool, runnerPoolId, command, context));
  },
);
