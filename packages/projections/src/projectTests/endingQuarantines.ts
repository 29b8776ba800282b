import type { AccountId, EndingQuarantine, ProjectId, TestId, TestRunId, UserId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findPersons } from '../people/findPeople.ts';

/** A quarantine that ends, or has ended, and whom to tell. */
export type QuarantineToEnd = {
  accountId: AccountId;
  projectId: ProjectId;
  testId: TestId;
  until: string;
  /** Who sees to it; null: nobody, such as one that came by itself. */
  userId: UserId | null;
  /** The newest run that the test has a result in; null: none. */
  testRunId: TestRunId | null;
  reminded: boolean;
};

/** As many as one look of the automation takes on. */
const atOnce = 500;
/** What one person can look through. */
const shownAtMost = 200;

/** @returns the quarantines of all accounts that end before a time, the earliest first. */
export async function findQuarantinesToEnd({ projectTests }: Collections, before: string): Promise<QuarantineToEnd[]> {
  const found = await projectTests
    .find({ 'quarantine.until': { $lte: before } })
    .sort({ 'quarantine.until': 1 })
    .limit(atOnce)
    .toArray();
  return found.flatMap(({ accountId, projectId, testId, quarantine, recent }) => {
    if (!quarantine?.until) return [];
    const { until, ownerUserId, byUserId, reminded } = quarantine;
    const testRunId = recent[0]?.testRunId ?? null;
    return [{ accountId, projectId, testId, until, userId: ownerUserId ?? byUserId, testRunId, reminded }];
  });
}

/** @returns the quarantines that a person of the account sees to and that end before a time, the earliest first. */
export async function findEndingQuarantines(
  collections: Collections,
  accountId: AccountId,
  userId: UserId,
  before: string,
): Promise<EndingQuarantine[]> {
  const found = await collections.projectTests
    .find({ 'quarantine.until': { $lte: before }, accountId })
    .sort({ 'quarantine.until': 1 })
    .toArray();
  const own = found
    .filter(({ quarantine }) => (quarantine?.ownerUserId ?? quarantine?.byUserId) === userId)
    .slice(0, shownAtMost);
  const [projects, persons] = await Promise.all([
    collections.projects.find({ _id: { $in: own.map(({ projectId }) => projectId) } }).toArray(),
    findPersons(
      collections,
      own.flatMap(({ quarantine }) => quarantine?.byUserId ?? []),
    ),
  ]);
  return own.flatMap(({ projectId, testId, file, name, quarantine, recent }) => {
    const project = projects.find((one) => one.projectId === projectId);
    if (!project || !quarantine?.until) return [];
    const { until, reason, byUserId } = quarantine;
    return [
      {
        projectId,
        projectName: project.name,
        testId,
        file,
        name,
        reason,
        until,
        by: byUserId && (persons.get(byUserId) ?? null),
        testRunId: recent[0]?.testRunId ?? null,
      },
    ];
  });
}
