import { ProjectTestView } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { ProjectParams } from './projectParams.ts';

export const listQuarantinedTests = route({
  method: 'GET',
  url: '/projects/:id/quarantined-tests',
  summary: 'The tests of a project that are quarantined',
  permission: 'project.read',
  params: ProjectParams,
  answer: Type.Array(ProjectTestView),
  topics: [
    {
      name: 'projectTests',
      isOwn: async (id, { api, accountId }) => (await api.owners.ownerOf(`project-${id}`)) === accountId,
    },
  ],
  readsHistory: true,
  handle: async ({ caller, params }) => {
    const tests = await caller.models.projectTests(params.id, { quarantinedOnly: true });
    if (!tests) throw new DomainError('project.notFound');
    return tests;
  },
});
