import { projectCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { repositoryOf } from './repositoryOf.ts';
import { withAuthors } from './withAuthors.ts';

export const getCommit = route(projectCalls.getCommit, async (received) => {
  const { api, caller, params } = received;
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const found = await api.repositories.commit(repository, params.commit);
  const [commit] = await withAuthors(found ? [found] : [], received);
  if (!commit) throw new ApiError('notFound');
  return commit;
});
