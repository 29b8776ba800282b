import { createNamed, namedThings, refusedNamesOf, requirePoolSize } from '@assay/application';
import { type RunnerPoolId, runnerPoolCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createRunnerPool = route(
  runnerPoolCalls.createRunnerPool,
  async ({ api, body, context, errors, newId }) => {
    const runnerPoolId = newId<RunnerPoolId>();
    const command = { type: 'createRunnerPool' as const, runnerPoolId, ...body };
    const result = await createNamed(api, namedThings.runnerPool, runnerPoolId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ body: { runnerType, maxRunners }, caller }) => [
      async () => {
        if (runnerType && maxRunners) requirePoolSize(await caller.models.account(), { runnerType, maxRunners });
      },
    ],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.runnerPool, accountId, id: null, fields: body }),
  },
);
