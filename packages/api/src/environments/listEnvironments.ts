import { EnvironmentView, topics } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

/** Documents hold every value as it is encrypted in the log; what is not marked encrypted is readable to people. */
export const listEnvironments = route({
  method: 'GET',
  url: '/environments',
  summary: 'The environments in use; values of encrypted variables are shown to nobody',
  permission: 'environment.read',
  answer: Type.Array(EnvironmentView),
  topics: [{ name: topics.environments }],
  handle: async ({ api: { operations }, caller }) => {
    const environments = await caller.models.environments();
    return Promise.all(
      environments.map(async ({ view }) => ({
        ...view,
        variables: await Promise.all(
          view.variables.map(async (variable) => {
            const readable = !variable.encrypted && variable.value !== null;
            return { ...variable, value: readable ? await decryptField(operations.keys, variable.value ?? '') : null };
          }),
        ),
      })),
    );
  },
});
