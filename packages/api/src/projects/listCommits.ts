import { projectCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { repositoryOf } from './repositoryOf.ts';
import { withAuthors } from './withAuthors.ts';

export const listCommits = route(projectCalls.listCommits, async (received) => {
  const { api, caller, params, query } = received;
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const commits = await api.repositories.commits(repository, query.branch ?? repository.defaultBranch);
  return withAuthors(commits, received);
});
