import type { DeployView, ProjectView } from '@assay/contract';

/** What a run is made from: a branch of the repository, what was last deployed to its environment, or an uploaded build. */
export type Source = 'branch' | 'deploy' | 'build';

/** @returns what a project's runs may be made from, its usual source first. */
export function sourcesOf({ hasRepo, hasBuildArtifacts, hasDeploy }: ProjectView): Source[] {
  const sources: Source[] = [];
  if (hasRepo) sources.push('branch');
  if (hasBuildArtifacts) sources.push('build');
  if (hasDeploy) sources.push('deploy');
  return sources;
}

/** @returns what was deployed, as a person names it: the build, else the commit, else the branch. */
export function versionOf({ buildName, commit, branch }: Pick<DeployView, 'buildName' | 'commit' | 'branch'>): string {
  return buildName ?? commit ?? branch ?? '';
}
