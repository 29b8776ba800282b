import {
  type FieldError,
  findByIdOrKey,
  findNamed,
  InvalidFields,
  namedThings,
  ownBuild,
  ownNamed,
} from '@assay/application';
import { type DeployId, deployCalls, limits, messages } from '@assay/contract';
import { type DeployState, DomainError, deployDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const listDeploys = route(deployCalls.listDeploys, async ({ api, caller, params: { id: projectId }, query }) => {
  await api.owners.requireOwn(`project-${projectId}`, caller.accountId, 'project.notFound');
  const { offset = 0, limit = limits.pageOfDeploys, environmentId } = query;
  return caller.models.deployPage({ projectId, environmentId, offset, limit });
});

const createDeploy = route(
  deployCalls.createDeploy,
  async ({ api, params: { id: projectId }, body, caller, context, newId }) => {
    const project = await ownNamed(api, namedThings.project, caller.accountId, projectId);
    const { buildId = null } = body;
    const [environment, build] = await Promise.all([
      findByIdOrKey(api, namedThings.environment, caller.accountId, body.environment),
      buildId === null ? null : ownBuild(api, caller.accountId, { projectId, buildId }),
    ]);
    const errors: FieldError[] = [];
    if (!environment) errors.push({ field: 'environment', message: messages.noSuchEnvironment });
    // Without a repository only a build can be run later.
    const needsBuild = project.settings.gitUrl === null || buildId !== null;
    if (needsBuild && !build) errors.push({ field: 'buildId', message: messages.selectBuild });
    if (!environment || errors.length > 0) throw new InvalidFields(...errors);
    const deployId = newId<DeployId>();
    const command = {
      type: 'createDeploy' as const,
      deployId,
      projectId,
      environmentId: environment.environmentId,
      // The build knows what it was built from; the request only fills in what it leaves open.
      branch: build?.branch ?? body.branch ?? null,
      commit: build?.commit ?? body.commit ?? null,
      build: build && { buildId: build.buildId, name: build.name, commit: build.commit },
      buildName: build?.name ?? body.buildName ?? null,
    };
    // A repeat with the same Idempotency-Key finds the deploy.
    const decide = (state: DeployState) => (state.status === 'none' ? command : null);
    return commandAnswer(api.eventLog, await api.eventLog.handle(deployDecider, deployId, decide, context));
  },
);

const getLatestDeploy = route(deployCalls.getLatestDeploy, async ({ api, caller, query }) => {
  const project = await findNamed(api, namedThings.project, caller.accountId, query.projectId);
  if (!project) throw new DomainError('project.notFound');
  const environment = await findNamed(api, namedThings.environment, caller.accountId, query.environmentId);
  if (!environment) throw new DomainError('environment.notFound');
  const deploy = await caller.models.latestDeploy(project.projectId, environment.environmentId);
  if (!deploy) throw new DomainError('deploy.notFound');
  return deploy;
});

const listLastDeploys = route(deployCalls.listLastDeploys, ({ caller }) => caller.models.lastDeploys());

export const deployRoutes: readonly Route[] = [listDeploys, createDeploy, getLatestDeploy, listLastDeploys];
