import { followCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listFollowers = route(
  followCalls.listFollowers,
  async ({ api, caller: { accountId, models }, params: { id } }) => {
    await api.owners.requireOwn(`testRun-${id}`, accountId, 'testRun.notFound');
    return models.testRunFollowers(id);
  },
);
