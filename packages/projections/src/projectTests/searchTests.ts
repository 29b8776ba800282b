import type { AccountId, FoundTest } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { containing } from '../containing.ts';
import type { ProjectTestDocument } from './projectTests.ts';

const testsSearched = 20_000;
const maxFound = 8;

/** Tests of the account's projects that have every word in their file or name, and a result. */
export async function searchTests(
  collections: Collections,
  accountId: AccountId,
  words: readonly string[],
): Promise<FoundTest[]> {
  const projects = await collections.projects.find({ accountId, archived: false }).toArray();
  const nameOf = new Map(projects.map(({ projectId, name }) => [projectId, name]));
  const havingAll = words.map((word) => ({ $or: [{ name: containing(word) }, { file: containing(word) }] }));
  const found = await collections.projectTests
    .aggregate<ProjectTestDocument>([
      { $match: { projectId: { $in: [...nameOf.keys()] } } },
      { $limit: testsSearched },
      { $match: { renamedTo: null, recent: { $ne: [] }, $and: havingAll } },
      { $limit: maxFound },
    ])
    .toArray();
  return found.flatMap(({ testId: id, projectId, file, name, recent: [last] }) => {
    if (!last) return [];
    const { testRunId, status, flaky } = last;
    return [{ id, projectId, projectName: nameOf.get(projectId) ?? projectId, file, name, testRunId, status, flaky }];
  });
}
