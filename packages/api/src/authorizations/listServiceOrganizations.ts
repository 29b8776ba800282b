import { authorizationCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { organizationsOf, repositoriesBySteps } from './serviceRepositories.ts';

export const listServiceOrganizations = route(
  authorizationCalls.listServiceOrganizations,
  async ({ api, params: { id }, caller: { accountId } }) =>
    organizationsOf(await repositoriesBySteps(api, accountId, id)),
);
