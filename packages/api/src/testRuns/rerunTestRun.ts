import { isFinished, limits, type RerunRequest, type TestId, type TestRunId, testRunCalls } from '@assay/contract';
import { DomainError, type TestRunState, testRunDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import type { Member } from '../http/callers.ts';
import { route } from '../http/route.ts';
import { requireCaughtUp } from '../stores/requireCaughtUp.ts';
import { commitOfTestRun } from './commitOfTestRun.ts';
import { requireInUse, startTestRun, type WantedTestRun } from './startTestRun.ts';

type Parent = Exclude<TestRunState, { status: 'none' }>;
type Selection = { kind: 'whole' | 'failed' | 'selected'; selectedTests: TestId[] | null };

async function failedTestsOf(api: Api, { models }: Pick<Member, 'models'>, parent: Parent): Promise<TestId[]> {
  await requireCaughtUp(api);
  const failed = await models.failedTests(parent.testRunId);
  if (!failed || failed.length === 0) throw new DomainError('testRun.nothingFailed');
  if (failed.length > limits.selectedTests) throw new DomainError('testRun.tooManySelected');
  return failed;
}

/** What is not of the run would only be found out once runners have fetched and listed everything. */
async function testsOfRun(
  api: Api,
  { models }: Pick<Member, 'models'>,
  parent: Parent,
  testIds: readonly TestId[],
): Promise<TestId[]> {
  await requireCaughtUp(api);
  const selected = [...new Set(testIds)];
  const missing = await models.missingTests(parent.testRunId, selected);
  if (missing === null || missing.length > 0) throw new DomainError('testRun.testsNotOfRun');
  return selected;
}

async function selectionOf(
  api: Api,
  caller: Pick<Member, 'models'>,
  body: RerunRequest,
  parent: Parent,
): Promise<Selection> {
  if (body.testIds) {
    return { kind: 'selected', selectedTests: await testsOfRun(api, caller, parent, body.testIds) };
  }
  if (body.rerunFailedTests) return { kind: 'failed', selectedTests: await failedTestsOf(api, caller, parent) };
  return { kind: 'whole', selectedTests: parent.request.selectedTests };
}

export const rerunTestRun = route(
  testRunCalls.rerunTestRun,
  async ({ api, params: { id }, body, caller, context, newId }) => {
    await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
    const { state: parent } = await api.eventLog.load(testRunDecider, id);
    if (parent.status === 'none') throw new DomainError('testRun.notFound');
    // Only finished runs can be rerun: the others have no outcome yet.
    if (!isFinished(parent.status)) throw new DomainError('testRun.notFinished');
    if (parent.request.upload) throw new DomainError('testRun.uploaded');
    await requireInUse(api, parent.request, caller.accountId);
    const { kind, selectedTests } = await selectionOf(api, caller, body, parent);
    const { testRunId: _, number: __, ...request } = parent.request;
    const wanted: WantedTestRun = {
      ...request,
      ref: request.build ? null : ((await commitOfTestRun(api.eventLog, id)) ?? request.ref),
      selectedTests,
      // All reruns of a run, and their reruns, share the run that they go back to.
      rerunOf: { testRunId: id, kind, firstTestRunId: parent.request.rerunOf?.firstTestRunId ?? id },
    };
    return startTestRun(api, newId<TestRunId>(), wanted, context);
  },
);
