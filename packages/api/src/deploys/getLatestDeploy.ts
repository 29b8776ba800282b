import { findNamed, namedThings } from '@assay/application';
import { deployCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const getLatestDeploy = route(deployCalls.getLatestDeploy, async ({ api, caller, query }) => {
  const project = await findNamed(api, namedThings.project, caller.accountId, query.projectId);
  if (!project) throw new DomainError('project.notFound');
  const environment = await findNamed(api, namedThings.environment, caller.accountId, query.environmentId);
  if (!environment) throw new DomainError('environment.notFound');
  const deploy = await caller.models.latestDeploy(project.projectId, environment.environmentId);
  if (!deploy) throw new DomainError('deploy.notFound');
  return deploy;
});
