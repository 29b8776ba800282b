import { type EnvironmentId, environmentCalls } from '@assay/contract';
import { type EnvironmentCommand, environmentDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { requireOwnStage } from '../pipelineStages/requireOwnStage.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { environmentKeyOf, environmentNameOf } from './environmentNames.ts';

export const createEnvironment = route(
  environmentCalls.createEnvironment,
  async ({ api, body, caller, context, newId }) => {
    const { name, key, url = null, pipelineStageId = null, maximumParallelTestRuns = 0, variables = [] } = body;
    await requireOwnStage(api, caller.accountId, pipelineStageId);
    const environmentId = newId<EnvironmentId>();
    const names = [environmentNameOf(caller.accountId, name), environmentKeyOf(caller.accountId, key)];
    const command: EnvironmentCommand = {
      type: 'createEnvironment',
      ...{ environmentId, key, name, url, pipelineStageId, maximumParallelTestRuns, variables },
    };
    const result = await withReservedNames(api, names, `environment-${environmentId}`, context, () =>
      api.eventLog.handle(
        environmentDecider,
        environmentId,
        (state) => (state.status === 'none' ? command : null),
        context,
      ),
    );
    return commandAnswer(api.eventLog, result);
  },
);
