import { CommitView } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { gitUrlOf } from './gitUrlOf.ts';
import { ProjectParams } from './projectParams.ts';

export const listCommits = route({
  method: 'GET',
  url: '/projects/:id/commits',
  summary: 'The newest commits of a branch, newest first',
  permission: 'project.read',
  params: ProjectParams,
  query: Type.Object({ branch: Type.String({ minLength: 1, maxLength: 250 }) }),
  answer: Type.Array(CommitView),
  handle: async ({ api, caller, params, query }) =>
    api.repositories.commits(await gitUrlOf(api, caller.accountId, params.id), query.branch),
});
