import { environmentCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { shownVariables } from '../variables/shownVariables.ts';

export const listEnvironments = route(environmentCalls.listEnvironments, async ({ api, caller }) => {
  const environments = await caller.models.environments();
  return Promise.all(
    environments.map(async ({ view }) => ({ ...view, variables: await shownVariables(api, view.variables, caller) })),
  );
});
