import { projectCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { repositoryOf } from './repositoryOf.ts';

export const getCommit = route(projectCalls.getCommit, async ({ api, caller, params }) => {
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const commit = await api.repositories.commit(repository, params.commit);
  if (!commit) throw new ApiError('notFound');
  return commit;
});
