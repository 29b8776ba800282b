import {
  type AccountId,
  isFinished,
  limits,
  parseTestKey,
  type RerunRequest,
  type TestId,
  type TestRunId,
  testKeyIn,
  testRunTestIdOf,
} from '@assay/contract';
import { DomainError, type TestRunState, testRunDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { commitOfTestRun } from './commitOfTestRun.ts';
import { recordTestRun, requireInUse, type WantedTestRun } from './recordTestRun.ts';

type Parent = Exclude<TestRunState, { status: 'none' }>;
type Selection = { kind: 'whole' | 'failed' | 'selected'; selectedTests: TestId[] | null };

async function failedTestsOf(app: Application, accountId: AccountId, parent: Parent): Promise<TestId[]> {
  await app.readModels.require({ scope: accountId });
  const failed = await app.readModels.of(accountId).failedTests(parent.testRunId);
  if (!failed || failed.length === 0) throw new DomainError('testRun.nothingFailed');
  if (failed.length > limits.selectedTests) throw new DomainError('testRun.tooManySelected');
  return failed;
}

/** @returns the test that the id of a row of the run means, or the id itself when it is none of the run's rows. */
function testOfRow({ testRunId, request }: Parent, id: string): TestId {
  const { testId, copy } = parseTestKey(testKeyIn(testRunId, id));
  const isRow = copy <= (request.copies ?? 1) && id === testRunTestIdOf(testRunId, testId, copy);
  return isRow ? testId : (id as TestId);
}

/**
 * Refuses tests that are not in the run; otherwise runners would find out only after fetching and listing everything.
 */
async function testsOfRun(
  app: Application,
  accountId: AccountId,
  parent: Parent,
  ids: readonly string[],
): Promise<TestId[]> {
  await app.readModels.require({ scope: accountId });
  const selected = [...new Set(ids.map((id) => testOfRow(parent, id)))];
  const missing = await app.readModels.of(accountId).missingTests(parent.testRunId, selected);
  if (missing === null || missing.length > 0) throw new DomainError('testRun.testsNotOfRun');
  return selected;
}

async function selectionOf(
  app: Application,
  accountId: AccountId,
  { testIds, rerunFailedTests }: RerunRequest,
  parent: Parent,
): Promise<Selection> {
  if (testIds) return { kind: 'selected', selectedTests: await testsOfRun(app, accountId, parent, testIds) };
  if (rerunFailedTests) return { kind: 'failed', selectedTests: await failedTestsOf(app, accountId, parent) };
  return { kind: 'whole', selectedTests: parent.request.selectedTests };
}

/**
 * Reruns a finished run on the same commit: all of it, its failed tests, or selected ones.
 * @param newRunId repeated with the same id, the rerun is started once
 * @throws DomainError `testRun.notFound`, `testRun.notFinished`, `testRun.uploaded`, `testRun.nothingFailed`,
 * `testRun.tooManySelected` or `testRun.testsNotOfRun`
 */
export async function rerunTestRun(
  app: Application,
  accountId: AccountId,
  { testRunId, newRunId }: { testRunId: TestRunId; newRunId: TestRunId },
  what: RerunRequest,
  context: AppendContext,
): Promise<CommandResult> {
  await app.owners.requireOwn(`testRun-${testRunId}`, accountId, 'testRun.notFound');
  const { state: parent } = await app.eventLog.load(testRunDecider, testRunId);
  if (parent.status === 'none') throw new DomainError('testRun.notFound');
  // Only a finished run can be rerun: the others may still have failures.
  if (!isFinished(parent.status)) throw new DomainError('testRun.notFinished');
  if (parent.request.upload) throw new DomainError('testRun.uploaded');
  const { pipelineStageId } = await requireInUse(app, parent.request, accountId);
  const { kind, selectedTests } = await selectionOf(app, accountId, what, parent);
  const { testRunId: _, number: __, ...request } = parent.request;
  const wanted: WantedTestRun = {
    ...request,
    pipelineStageId,
    ref: request.build ? null : ((await commitOfTestRun(app.eventLog, testRunId)) ?? request.ref),
    selectedTests,
    // All reruns of a run, and their reruns, share its id as the first run.
    rerunOf: { testRunId, kind, firstTestRunId: parent.request.rerunOf?.firstTestRunId ?? testRunId },
  };
  return recordTestRun(app, newRunId, wanted, context);
}
