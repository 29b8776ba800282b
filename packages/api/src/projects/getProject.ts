import { ProjectView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { ProjectParams } from './projectParams.ts';

export const getProject = route({
  method: 'GET',
  url: '/projects/:id',
  summary: 'One project; the ETag is its revision',
  permission: 'project.read',
  params: ProjectParams,
  answer: ProjectView,
  handle: async ({ caller, params }) => {
    const project = await caller.models.project(params.id);
    if (!project) throw new DomainError('project.notFound');
    return project;
  },
});
