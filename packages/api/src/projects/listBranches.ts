import { BranchView } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { ProjectParams } from './projectParams.ts';
import { repositoryOf } from './repositoryOf.ts';

export const listBranches = route({
  method: 'GET',
  url: '/projects/:id/branches',
  summary: "The branches of the project's repository; 409 git.unreachable says why it cannot be read",
  permission: 'project.read',
  params: ProjectParams,
  answer: Type.Array(BranchView),
  handle: async ({ api, caller, params }) =>
    api.repositories.branches((await repositoryOf(api, caller.accountId, params.id)).gitUrl),
});
