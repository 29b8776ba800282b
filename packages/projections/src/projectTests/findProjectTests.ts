import type { AccountId, IssueKeyView, ProjectId, ProjectTestView, TestId } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { findActors, personOf } from '../people/findActors.ts';
import { findPersons } from '../people/findPeople.ts';
import { type ProjectTestDocument, projectTestIdOf } from './projectTests.ts';
import { findRunFacts, recentResultsOf } from './recentResults.ts';

/** Tests of a project in one answer, by file and name; as many as a page of results may have. */
const maxTests = 10_000;

async function viewsOf(collections: Collections, tests: ProjectTestDocument[]): Promise<ProjectTestView[]> {
  const [persons, runs] = await Promise.all([
    findPersons(
      collections,
      tests.flatMap(({ quarantine }) => [quarantine?.byUserId ?? [], quarantine?.ownerUserId ?? []].flat()),
    ),
    findRunFacts(
      collections,
      tests.flatMap(({ recent }) => recent.map(({ testRunId }) => testRunId)),
    ),
  ]);
  return tests.map(({ testId: id, projectId, file, name, tags, quarantine, recent }) => ({
    id,
    projectId,
    file,
    name,
    tags,
    quarantined: quarantine !== null,
    quarantinedAt: quarantine?.at ?? null,
    quarantinedByEmail: (quarantine?.byUserId ? persons.get(quarantine.byUserId)?.email : null) ?? null,
    quarantineReason: quarantine?.reason ?? null,
    quarantinedUntil: quarantine?.until ?? null,
    quarantineOwner: (quarantine?.ownerUserId && persons.get(quarantine.ownerUserId)) || null,
    recent: recentResultsOf(recent, runs),
  }));
}

/** @returns null when the project is not the account's. */
export async function findProjectTests(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  { quarantinedOnly }: { quarantinedOnly: boolean },
): Promise<ProjectTestView[] | null> {
  const project = await collections.projects.findOne({ _id: projectId, accountId }, { projection: { _id: 1 } });
  if (!project) return null;
  const filter: Filter<ProjectTestDocument> = quarantinedOnly
    ? { projectId, renamedTo: null, quarantine: { $ne: null } }
    : { projectId, renamedTo: null };
  const tests = await collections.projectTests.find(filter).sort({ file: 1, name: 1 }).limit(maxTests).toArray();
  return viewsOf(collections, tests);
}

export async function findProjectTest(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testId: TestId,
): Promise<ProjectTestView | null> {
  const test = await findByEitherName(collections, accountId, projectId, testId);
  const [view] = test ? await viewsOf(collections, [test]) : [];
  return view ?? null;
}

/** @returns the test, also by an id that it had before it was renamed */
async function findByEitherName(
  { projectTests }: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testId: TestId,
): Promise<ProjectTestDocument | null> {
  const find = (id: TestId) => projectTests.findOne({ _id: projectTestIdOf(projectId, id), accountId });
  const found = await find(testId);
  return found?.renamedTo ? find(found.renamedTo) : found;
}

/** @returns the issues that people have named at a test, the oldest first; null: the account has no such test */
export async function findIssueKeys(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testId: TestId,
): Promise<IssueKeyView[] | null> {
  const test = await findByEitherName(collections, accountId, projectId, testId);
  if (!test) return null;
  const actors = await findActors(
    collections,
    test.issueKeys.map(({ by }) => by),
  );
  return test.issueKeys.map(({ key, at: addedAt, by }) => ({ key, addedBy: personOf(actors, by), addedAt }));
}
