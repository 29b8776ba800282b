import { staffCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listStaffRunners = route(staffCalls.listStaffRunners, async ({ api, params: { id } }) => {
  const accountId = await api.owners.ownerOf(`testRun-${id}`);
  const runners = accountId ? await api.readModels.of(accountId).testRunners(id) : null;
  if (!runners) throw new DomainError('testRun.notFound');
  return runners;
});
