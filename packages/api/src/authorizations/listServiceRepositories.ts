import { authorizationCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { repositoriesAt } from './serviceRepositories.ts';

export const listServiceRepositories = route(
  authorizationCalls.listServiceRepositories,
  async ({ api, params: { id }, caller: { accountId } }) => repositoriesAt(api, accountId, id),
);
