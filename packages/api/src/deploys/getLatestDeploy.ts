import { deployCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { environmentByIdOrKey, projectByIdOrKey } from '../testRuns/findByKey.ts';

export const getLatestDeploy = route(deployCalls.getLatestDeploy, async ({ api, caller, query }) => {
  const project = await projectByIdOrKey(api, caller.accountId, query.projectId);
  if (!project) throw new DomainError('project.notFound');
  const environment = await environmentByIdOrKey(api, caller.accountId, query.environmentId);
  if (!environment) throw new DomainError('environment.notFound');
  const deploy = await caller.models.latestDeploy(project.projectId, environment.environmentId);
  if (!deploy) throw new DomainError('deploy.notFound');
  return deploy;
});
