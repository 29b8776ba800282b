import type { AccountId, DeployPage, DeployView, EnvironmentId, Position, ProjectId, TestRunId } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import type { DeployDocument } from './deploys.ts';

/** Maximum number of deploys shown with a run of their version. */
const deploysOfVersion = 100;

async function viewsOf(collections: Collections, found: DeployDocument[]): Promise<DeployView[]> {
  const environmentIds = [...new Set(found.map(({ environmentId }) => environmentId))];
  const [environments, actors] = await Promise.all([
    collections.environments
      .find({ _id: { $in: environmentIds } }, { projection: { environmentId: 1, key: 1, name: 1 } })
      .toArray(),
    findActors(
      collections,
      found.map(({ createdBy }) => createdBy),
    ),
  ]);
  const environmentOf = new Map(environments.map((environment) => [environment.environmentId, environment]));
  return found.map(({ deploy, createdBy, createdAt, position, revision }) => {
    const { deployId: id, build, environmentId, ...facts } = deploy;
    const { key = environmentId, name = environmentId } = environmentOf.get(environmentId) ?? {};
    return {
      id,
      ...facts,
      environmentId,
      environment: { id: environmentId, key, name },
      build: build && { id: build.buildId, name: build.name, commit: build.commit },
      createdBy: personOf(actors, createdBy),
      // Nothing about a deploy ever changes.
      createdAt,
      updatedAt: createdAt,
      position,
      revision: String(revision),
    };
  });
}

/** Counting very many takes long, even along an index. Until it is rebuilt, an older read model has no number. */
async function countOf({ projects, deploys }: Collections, accountId: AccountId, projectId: ProjectId) {
  const project = await projects.findOne({ _id: projectId, accountId });
  return project?.deployCount ?? deploys.countDocuments({ accountId, projectId });
}

export type DeployQuery = { projectId: ProjectId; environmentId?: EnvironmentId; offset: number; limit: number };

/** A page of a project's deploys, newest first (ids sort by the time they were made). */
export async function findDeployPage(
  collections: Collections,
  accountId: AccountId,
  { projectId, environmentId, offset, limit }: DeployQuery,
  position: Position,
): Promise<DeployPage> {
  const filter = { accountId, projectId, ...(environmentId === undefined ? {} : { environmentId }) };
  const [found, total] = await Promise.all([
    collections.deploys.find(filter).sort({ _id: -1 }).skip(offset).limit(limit).toArray(),
    environmentId === undefined
      ? countOf(collections, accountId, projectId)
      : collections.deploys.countDocuments(filter),
  ]);
  return { deploys: await viewsOf(collections, found), total, position };
}

/** @returns the last deploy of the project to the environment; null: there is none yet. */
export async function findLatestDeploy(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  environmentId: EnvironmentId,
): Promise<DeployView | null> {
  const filter = { accountId, projectId, environmentId };
  const found = await collections.deploys.find(filter).sort({ _id: -1 }).limit(1).toArray();
  const [view] = await viewsOf(collections, found);
  return view ?? null;
}

/**
 * Where the version that a run tests was deployed, newest first: the deploys of the run's project with its commit or
 * its build, and the one that it was started for.
 * @returns null when the run is not the account's.
 */
export async function findDeploysOfRun(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<DeployView[] | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run) return null;
  const { projectId, commit, request } = run;
  const versions: Filter<DeployDocument>[] = [];
  if (commit !== null) versions.push({ 'deploy.commit': commit });
  if (request.build) versions.push({ 'deploy.build.buildId': request.build.buildId });
  if (request.deployId) versions.push({ _id: request.deployId });
  if (versions.length === 0) return [];
  const found = await collections.deploys
    .find({ accountId, projectId, $or: versions })
    .sort({ _id: -1 })
    .limit(deploysOfVersion)
    .toArray();
  return viewsOf(collections, found);
}
