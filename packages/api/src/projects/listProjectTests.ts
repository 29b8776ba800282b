import { ProjectTestView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { ProjectParams } from './projectParams.ts';

export const listProjectTests = route({
  method: 'GET',
  url: '/projects/:id/tests',
  summary: 'The tests of a project over all its runs',
  permission: 'project.read',
  params: ProjectParams,
  answer: Type.Array(ProjectTestView),
  readsHistory: true,
  handle: async ({ caller, params }) => {
    const tests = await caller.models.projectTests(params.id, { quarantinedOnly: false });
    if (!tests) throw new DomainError('project.notFound');
    return tests;
  },
});
