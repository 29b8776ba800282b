import { followCalls } from '@assay/contract';
import { shownTo } from '../accounts/hiddenPeople.ts';
import { route } from '../http/route.ts';

export const listFollowers = route(followCalls.listFollowers, async ({ api, caller, params: { id } }) => {
  await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
  const isShown = await shownTo(api, caller);
  return (await caller.models.testRunFollowers(id)).filter(isShown);
});
