import { type AccountId, type CreateTestRunRequest, messages } from '@assay/contract';
import type { EnvironmentState, ProjectState } from '@assay/domain';
import type { TestRunCreated } from '@assay/event-schemas';
import type { AccountReads } from '@assay/projections';
import type { Application } from '../application.ts';
import { ownBuild } from '../builds/ownBuild.ts';
import type { FieldError } from '../invalidFields.ts';

/** The source of a run: a build, a commit or tag, or the head of a branch. */
export type RunSource = Pick<TestRunCreated, 'branch' | 'ref' | 'build' | 'deployId'>;

type Asked = {
  body: Pick<CreateTestRunRequest, 'latestDeploy' | 'branch' | 'ref' | 'buildId'>;
  project: Extract<ProjectState, { status: 'active' }>;
  environment: Extract<EnvironmentState, { status: 'active' }>;
  caller: { accountId: AccountId; models: AccountReads };
};

/** @returns the source that the request or the latest deploy names; or what is wrong with it. */
export function runSource(app: Application, asked: Asked): Promise<RunSource | FieldError> {
  return asked.body.latestDeploy ? deployedSource(app, asked) : namedSource(app, asked);
}

/** As {@link runSource}, of a request that names its version: the environment does not matter. */
export async function namedSource(
  app: Application,
  { body, project, caller }: Omit<Asked, 'environment'>,
): Promise<RunSource | FieldError> {
  const { buildId = null, ref = null, branch } = body;
  const build = buildId === null ? null : await ownBuild(app, caller.accountId, { ...project, buildId });
  const { gitUrl, defaultBranch } = project.settings;
  // Without a repository, a build is the only source.
  if (!build && (gitUrl === null || buildId !== null)) return { field: 'buildId', message: messages.selectBuild };
  return {
    branch: branch ?? build?.branch ?? defaultBranch,
    // A build's branch and commit are fixed.
    ref: build ? null : ref,
    build: build && { buildId: build.buildId, name: build.name, commit: build.commit },
    deployId: null,
  };
}

async function deployedSource(
  app: Application,
  { body, project, environment, caller }: Asked,
): Promise<RunSource | FieldError> {
  for (const field of ['branch', 'ref', 'buildId'] as const) {
    if ((body[field] ?? null) !== null) return { field, message: messages.notWithLatestDeploy };
  }
  // A job deploys and starts the run in one go, so its deploy must be found.
  await app.readModels.require({ scope: caller.accountId });
  const deploy = await caller.models.latestDeploy(project.projectId, environment.environmentId);
  if (!deploy) return { field: 'latestDeploy', message: messages.noLatestDeploy };
  const { id: deployId, branch, commit, build } = deploy;
  const { gitUrl, defaultBranch } = project.settings;
  // The project had a repository when this was deployed.
  if (!build && gitUrl === null) return { field: 'buildId', message: messages.selectBuild };
  return {
    branch: branch ?? defaultBranch,
    ref: build ? null : commit,
    build: build && { buildId: build.id, name: build.name, commit: build.commit },
    deployId,
  };
}
