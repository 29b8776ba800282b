import { type RunnerPoolId, runnerPoolCalls } from '@assay/contract';
import { type RunnerPoolCommand, runnerPoolDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { requirePoolSize } from './requirePoolSize.ts';
import { runnerPoolNameOf } from './runnerPoolNames.ts';

export const createRunnerPool = route(
  runnerPoolCalls.createRunnerPool,
  async ({ api, body, caller, context, newId }) => {
    requirePoolSize(await caller.models.account(), body);
    const runnerPoolId = newId<RunnerPoolId>();
    const command: RunnerPoolCommand = { type: 'createRunnerPool', runnerPoolId, ...body };
    const names = [runnerPoolNameOf(caller.accountId, body.name)];
    const result = await withReservedNames(api, names, `runnerPool-${runnerPoolId}`, context, () =>
      api.eventLog.handle(
        runnerPoolDecider,
        runnerPoolId,
        (state) => (state.status === 'none' ? command : null),
        context,
      ),
    );
    return commandAnswer(api.eventLog, result);
  },
);
