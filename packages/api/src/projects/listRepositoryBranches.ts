import { may, projectCalls, withoutGitCredentials } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { gitUrlOfNamed } from './namedRepository.ts';

/** Users see of a connected service what their projects read; administrators may add any repository as a project. */
export const listRepositoryBranches = route(
  projectCalls.listRepositoryBranches,
  async ({ api, caller, query: { provider, owner, repo } }) => {
    const { accountId } = caller;
    const gitUrl = await gitUrlOfNamed(api, accountId, provider, owner, repo, 'provider');
    const role = caller.kind === 'member' ? caller.role : 'API_KEY';
    if (!may([{ role, accountId }], 'project.write', { accountId })) {
      const projects = await caller.models.projects();
      const bare = (url: string) => withoutGitCredentials(url).replace(/(\.git)?\/*$/, '');
      if (!projects.some((project) => project.gitUrl !== null && bare(project.gitUrl) === bare(gitUrl))) {
        throw new ApiError('notFound');
      }
    }
    return api.repositories.branches({ accountId, gitUrl });
  },
);
