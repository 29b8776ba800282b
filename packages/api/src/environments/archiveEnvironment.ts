import { archiveNamed, namedThings } from '@assay/application';
import { environmentCalls } from '@assay/contract';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const archiveEnvironment = route(
  environmentCalls.archiveEnvironment,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveEnvironment' as const };
    const result = await archiveNamed(api, namedThings.environment, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);
