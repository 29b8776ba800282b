import { projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getProject = route(projectCalls.getProject, async ({ caller, params }) => {
  const project = await caller.models.project(params.id);
  if (!project) throw new DomainError('project.notFound');
  return project;
});
