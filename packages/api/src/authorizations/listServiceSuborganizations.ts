import { authorizationCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { repositoriesBySteps, suborganizationsOf } from './serviceRepositories.ts';

export const listServiceSuborganizations = route(
  authorizationCalls.listServiceSuborganizations,
  async ({ api, params: { id, org }, caller: { accountId } }) =>
    suborganizationsOf(await repositoriesBySteps(api, accountId, id), org),
);
