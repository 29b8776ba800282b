import { CommitView, ProjectId } from '@assay/contract';
import { Type } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { gitUrlOf } from './gitUrlOf.ts';

export const getCommit = route({
  method: 'GET',
  url: '/projects/:id/commits/:commit',
  summary: "One commit of the project's repository",
  permission: 'project.read',
  params: Type.Object({ id: ProjectId, commit: Type.String({ minLength: 1, maxLength: 64 }) }),
  answer: CommitView,
  handle: async ({ api, caller, params }) => {
    const commit = await api.repositories.commit(await gitUrlOf(api, caller.accountId, params.id), params.commit);
    if (!commit) throw new ApiError('notFound');
    return commit;
  },
});
