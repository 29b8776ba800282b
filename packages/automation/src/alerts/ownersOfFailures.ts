import { type AccountId, mailDestinationOf, type UserId } from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';
import type { AutomationDeps } from '../automationDeps.ts';
import type { AlertMessage } from './alertMessage.ts';

/** Maximum number of failed tests whose owners are looked up, and the time limit for the repository. */
const most = { tests: 100, waitMs: 30_000 };

/**
 * Owners assigned to problems come first; CODEOWNERS of the repository applies to the other tests. Another process
 * reads it; without its answer in time, only assigned owners are known.
 * @returns the owners of the failed tests; empty for an alert that does not notify owners
 */
export async function ownersOfFailures(
  { readModels, operations, stopping }: AutomationDeps,
  accountId: AccountId,
  { destination }: Pick<ActiveAlert, 'destination'>,
  { testRunId, dedupeKey }: Pick<AlertMessage, 'testRunId' | 'dedupeKey'>,
): Promise<ReadonlySet<UserId>> {
  if (testRunId === null || !mailDestinationOf(destination).toOwners) return new Set();
  const models = readModels.of(accountId);
  const failures = (await models.failureOwners(testRunId, most.tests)) ?? [];
  const owners = new Set(failures.flatMap(({ ownerUserId }) => ownerUserId ?? []));
  const files = [...new Set(failures.flatMap(({ file, ownerUserId }) => (ownerUserId === null ? [file] : [])))];
  const run = await models.testRun(testRunId);
  if (!run?.commit || files.length === 0) return owners;
  const question = { accountId, projectId: run.projectId, commit: run.commit, files };
  const answer = await operations.ownerQuestions.ask(`alert ${dedupeKey}`, question, most.waitMs, stopping);
  for (const { userIds } of answer ?? []) for (const userId of userIds) owners.add(userId);
  return owners;
}
