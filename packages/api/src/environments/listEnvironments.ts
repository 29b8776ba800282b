import { EnvironmentView, topics } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';

export const listEnvironments = route({
  method: 'GET',
  url: '/environments',
  summary: 'The environments in use; values of encrypted variables are shown to nobody',
  permission: 'environment.read',
  answer: Type.Array(EnvironmentView),
  topics: [{ name: topics.environments }],
  handle: async ({ api, caller }) => {
    const environments = await caller.models.environments();
    return Promise.all(
      environments.map(async ({ view }) => ({ ...view, variables: await shownVariables(api, view.variables) })),
    );
  },
});
