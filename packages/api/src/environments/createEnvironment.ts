import { CommandAnswer, CreateEnvironmentRequest, type EnvironmentId } from '@assay/contract';
import { type EnvironmentCommand, environmentDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { environmentKeyOf, environmentNameOf } from './environmentNames.ts';
import { environmentBodyLimit } from './environmentParams.ts';

export const createEnvironment = route({
  method: 'POST',
  url: '/environments',
  summary: 'Add an environment',
  permission: 'environment.write',
  body: CreateEnvironmentRequest,
  verbatim: ['value'],
  bodyLimit: environmentBodyLimit,
  status: 201,
  answer: CommandAnswer,
  handle: async ({ api, body, caller, context, newId }) => {
    const { name, key, url = null, maximumParallelTestRuns = 0, variables = [] } = body;
    const environmentId = newId<EnvironmentId>();
    const names = [environmentNameOf(caller.accountId, name), environmentKeyOf(caller.accountId, key)];
    const command: EnvironmentCommand = {
      type: 'createEnvironment',
      ...{ environmentId, key, name, url, maximumParallelTestRuns, variables },
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
});
