import { CommitView, ProjectId } from '@assay/contract';
import { Type } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { repositoryOf } from './repositoryOf.ts';

export const getCommit = route({
  method: 'GET',
  url: '/projects/:id/commits/:commit',
  summary: "One commit of the project's repository",
  permission: 'project.read',
  params: Type.Object({ id: ProjectId, commit: Type.String({ minLength: 1, maxLength: 64 }) }),
  answer: CommitView,
  handle: async ({ api, caller, params }) => {
    const { gitUrl } = await repositoryOf(api, caller.accountId, params.id);
    const commit = await api.repositories.commit(gitUrl, params.commit);
    if (!commit) throw new ApiError('notFound');
    return commit;
  },
});
