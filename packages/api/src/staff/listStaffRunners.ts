import { staffCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { noteStaffRead } from '../accessLog/noteVisit.ts';
import { route } from '../http/route.ts';

export const listStaffRunners = route(staffCalls.listStaffRunners, async ({ api, caller, params: { id }, request }) => {
  const accountId = await api.owners.ownerOf(`testRun-${id}`);
  if (accountId) await noteStaffRead(api, request, { userId: caller.userId, accountId, about: id });
  const runners = accountId ? await api.readModels.of(accountId).testRunners(id) : null;
  if (!runners) throw new DomainError('testRun.notFound');
  return runners;
});
