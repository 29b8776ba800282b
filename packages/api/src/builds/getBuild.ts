import { buildCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getBuild = route(buildCalls.getBuild, async ({ caller, params: { id, buildId } }) => {
  const build = await caller.models.build(id, buildId);
  if (!build) throw new DomainError('build.notFound');
  return build;
});
