import type { AccountId, BuildId, BuildPage, BuildView, Position, ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import type { BuildDocument } from './builds.ts';

async function viewsOf(collections: Collections, found: BuildDocument[]): Promise<BuildView[]> {
  const actors = await findActors(
    collections,
    found.map(({ createdBy }) => createdBy),
  );
  return found.map(({ build, createdBy, createdAt, position, revision }) => {
    const { buildId: id, blobId: _, ...facts } = build;
    // Nothing about a build ever changes.
    const times = { createdAt, updatedAt: createdAt };
    return { id, ...facts, createdBy: personOf(actors, createdBy), ...times, position, revision: String(revision) };
  });
}

/** A page of a project's builds, newest first (ids sort by the time they were made). */
export async function findBuildPage(
  collections: Collections,
  accountId: AccountId,
  { projectId, offset, limit }: { projectId: ProjectId; offset: number; limit: number },
  position: Position,
): Promise<BuildPage> {
  const filter = { accountId, projectId };
  const [found, total] = await Promise.all([
    collections.builds.find(filter).sort({ _id: -1 }).skip(offset).limit(limit).toArray(),
    collections.builds.countDocuments(filter),
  ]);
  return { builds: await viewsOf(collections, found), total, position };
}

export async function findBuild(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  buildId: BuildId,
): Promise<BuildView | null> {
  const found = await collections.builds.findOne({ _id: buildId, accountId, projectId });
  const [view] = found ? await viewsOf(collections, [found]) : [];
  return view ?? null;
}

/** @returns the newest build of this name */
export async function findBuildNamed(
  { builds }: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  name: string,
): Promise<BuildId | null> {
  const [newest] = await builds.find({ accountId, projectId, 'build.name': name }).sort({ _id: -1 }).limit(1).toArray();
  return newest?.buildId ?? null;
}
