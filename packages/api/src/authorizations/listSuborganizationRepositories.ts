import { authorizationCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { repositoriesBySteps, repositoriesIn } from './serviceRepositories.ts';

export const listSuborganizationRepositories = route(
  authorizationCalls.listSuborganizationRepositories,
  async ({ api, params: { id, org, sub }, caller: { accountId } }) => {
    if (sub !== org && !sub.startsWith(`${org}/`)) return [];
    return repositoriesIn(await repositoriesBySteps(api, accountId, id), sub);
  },
);
