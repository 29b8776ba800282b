import { InvalidFields, proposeProjects as projectsOf, wantedFiles } from '@assay/application';
import { projectCalls } from '@assay/contract';
import { refusalOfGitTarget } from '../git/gitAddresses.ts';
import { repositoryNameOf } from '../git/repositoryName.ts';
import { route } from '../http/route.ts';

const maxBranches = 500;

export const proposeProjects = route(
  projectCalls.proposeProjects,
  async ({ api, caller: { accountId }, body: { gitUrl, branch = null }, gone }) => {
    const refusal = await refusalOfGitTarget(gitUrl, api.config.gitAddresses);
    if (refusal !== null) throw new InvalidFields({ field: 'gitUrl', message: refusal });
    const begun = performance.now();
    const looked = await api.repositories.lookAt({ accountId, gitUrl }, branch, wantedFiles, gone);
    const { files, branches, ...found } = looked;
    return {
      ...found,
      branches: branches.slice(0, maxBranches),
      fileCount: files.paths.length,
      tookMs: Math.round(performance.now() - begun),
      proposals: projectsOf(files, repositoryNameOf(gitUrl)),
    };
  },
);
