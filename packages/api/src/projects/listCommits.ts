import { CommitView } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { ProjectParams } from './projectParams.ts';
import { repositoryOf } from './repositoryOf.ts';

export const listCommits = route({
  method: 'GET',
  url: '/projects/:id/commits',
  summary: 'The newest commits of a branch, of the default branch where none is named, newest first',
  permission: 'project.read',
  params: ProjectParams,
  query: Type.Object({ branch: Type.Optional(Type.String({ minLength: 1, maxLength: 250 })) }),
  answer: Type.Array(CommitView),
  handle: async ({ api, caller, params, query }) => {
    const { gitUrl, defaultBranch } = await repositoryOf(api, caller.accountId, params.id);
    return api.repositories.commits(gitUrl, query.branch ?? defaultBranch);
  },
});
