import { environmentCalls } from '@assay/contract';
import { type EnvironmentCommand, environmentDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { releaseName } from '../reservations/reserveNames.ts';
import { environmentKeyOf, environmentNameOf } from './environmentNames.ts';

export const archiveEnvironment = route(
  environmentCalls.archiveEnvironment,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    const stream = `environment-${id}`;
    await api.owners.requireOwn(stream, caller.accountId, 'environment.notFound');
    const result = await api.eventLog.handle(
      environmentDecider,
      id,
      // Archived before, but perhaps not to the end: its names are released below in any case.
      (state): EnvironmentCommand | null => (state.status === 'archived' ? null : { type: 'archiveEnvironment' }),
      { ...context, expectedRevision },
    );
    const { state } = await api.eventLog.load(environmentDecider, id);
    if (state.status === 'archived') {
      await releaseName(api, environmentNameOf(caller.accountId, state.name), stream, context);
      await releaseName(api, environmentKeyOf(caller.accountId, state.key), stream, context);
    }
    return commandAnswer(api.eventLog, result);
  },
);
