import type { TestRunId, ToolVersion } from '@assay/contract';
import type { Collections } from '../collections.ts';

export type VersionChange = { name: string; from: string | null; to: string | null };

/** @returns what ran the tests of two runs in other versions, by name; null where the versions of one are not known */
export async function findVersionChanges(
  collections: Collections,
  before: TestRunId,
  after: TestRunId,
): Promise<VersionChange[] | null> {
  const found = await collections.testRunDetails
    .find({ _id: { $in: [before, after] } }, { projection: { testRunId: 1, 'listing.versions': 1 } })
    .toArray();
  const [from, to] = [before, after].map(
    (id) => found.find(({ testRunId }) => testRunId === id)?.listing?.versions ?? null,
  );
  return from && to ? versionChanges(from, to) : null;
}

function versionChanges(before: readonly ToolVersion[], after: readonly ToolVersion[]): VersionChange[] {
  const [from, to] = [before, after].map((versions) => new Map(versions.map(({ name, version }) => [name, version])));
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort();
  return names
    .map((name) => ({ name, from: from?.get(name) ?? null, to: to?.get(name) ?? null }))
    .filter((change) => change.from !== change.to);
}
