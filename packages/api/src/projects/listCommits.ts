import { projectCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { repositoryOf } from './repositoryOf.ts';

export const listCommits = route(projectCalls.listCommits, async ({ api, caller, params, query }) => {
  const repository = await repositoryOf(api, caller.accountId, params.id);
  return api.repositories.commits(repository, query.branch ?? repository.defaultBranch);
});
