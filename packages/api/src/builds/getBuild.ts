import { BuildView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { BuildParams } from './buildParams.ts';

export const getBuild = route({
  method: 'GET',
  url: '/projects/:id/builds/:buildId',
  summary: 'One build',
  permission: 'build.read',
  params: BuildParams,
  answer: BuildView,
  handle: async ({ caller, params: { id, buildId } }) => {
    const build = await caller.models.build(id, buildId);
    if (!build) throw new DomainError('build.notFound');
    return build;
  },
});
