import { InvalidFields } from '@assay/application';
import {
  type CommandAnswer,
  limits,
  messages,
  staffRunCalls,
  type TestRunId,
  type TestRunnerId,
  type TestRunView,
  testKeyIn,
  testRunStatuses,
} from '@assay/contract';
import { DomainError, testRunnerDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { partsOf } from '../http/partsOf.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { completeTestResult } from '../testRuns/completeTestResult.ts';
import { dateRangeOf } from '../testRuns/dateRange.ts';
import { testListResult } from '../testRuns/testListResult.ts';
import { withReasons } from '../waiting/withReasons.ts';
import { endStaffAccess, readAsStaff, readRunAsStaff, startStaffAccess } from './staffAccess.ts';
import { getAccountExecution, getStaffHeader } from './staffHeader.ts';
import { readStaffAgentLog, readStaffRunLog, readStaffRunnerLog } from './staffLogs.ts';

function withTimeouts<Run extends TestRunView>(run: Run): Run & TestRunView['timeouts'] {
  return { ...run, ...run.timeouts };
}

/** @throws InvalidFields for what is not a status */
function statusesOf(text: string | undefined): string[] | undefined {
  const statuses = partsOf(text)?.map((status) => status.toUpperCase());
  if (statuses?.every((status) => testRunStatuses.some((known) => known === status)) === false) {
    throw new InvalidFields({ field: 'status', message: messages.selectAnswer });
  }
  return statuses;
}

/** Of one account, it is in its access log; of all, in the security log. */
const listStaffTestRuns = route(staffRunCalls.listStaffTestRuns, async (received) => {
  const { api, query, request } = received;
  const { page = 1, limit = limits.pageOfStaffRuns, accountId = null } = query;
  const wanted = { accountId, offset: (page - 1) * limit, limit, status: statusesOf(query.status) };
  const range = dateRangeOf(query.date ?? '');
  if (accountId === null) logSecurity(api.config.securityLog, request, 'testRunsSearched');
  else await readAsStaff(received, accountId);
  const { testRuns, ...found } = await api.readModels.staffRunPage({ ...wanted, ...range });
  return { ...found, testRuns: testRuns.map(withTimeouts) };
});

/** Of the failed tests, as a run's overview names them. */
const mostFailures = 5;

const getStaffTestRun = route(staffRunCalls.getStaffTestRun, async (received) => {
  const { id } = received.params;
  const models = await readRunAsStaff(received, id);
  const [found, runners, expired, firstFailures] = await Promise.all([
    models.testRun(id),
    models.testRunners(id),
    models.expiredDetails(id),
    models.firstFailures(id, mostFailures),
  ]);
  if (!found) throw new DomainError('testRun.notFound');
  const { workQueue } = received.api.operations;
  const [testRun = found] = await withReasons({ accountId: found.account.id, models, workQueue }, [found]);
  return { ...withTimeouts(testRun), testRunners: runners ?? [], expired, firstFailures };
});

const listStaffTests = route(staffRunCalls.listStaffTests, async (received) => {
  const { id } = received.params;
  const { offset = 0, limit = limits.maxPage } = received.query;
  const models = await readRunAsStaff(received, id);
  const page = await models.testResults(id, { offset, limit });
  if (!page) throw new DomainError('testRun.notFound');
  return { tests: page.tests, total: page.total };
});

const getStaffTest = route(staffRunCalls.getStaffTest, async (received) => {
  const { id, testId } = received.params;
  const models = await readRunAsStaff(received, id);
  const found = await models.testResult(id, testId.startsWith(`${id}.`) ? testKeyIn(id, testId) : testId);
  if (!found) throw new DomainError('projectTest.notFound');
  return completeTestResult(received.api.operations, found, { withFiles: false, withVideos: false });
});

const listStaffRunners = route(staffRunCalls.listStaffRunners, async (received) => {
  const models = await readRunAsStaff(received, received.params.id);
  const runners = await models.testRunners(received.params.id);
  if (!runners) throw new DomainError('testRun.notFound');
  return runners;
});

const getStaffTestListResult = route(staffRunCalls.getStaffTestListResult, async (received) => {
  const { id } = received.params;
  return testListResult(received.api, await readRunAsStaff(received, id), id, received.query);
});

/**
 * Removes a runner from its run. The automation takes back its work, and its agent learns of it at the next renewal.
 * @throws DomainError `testRunner.notFound` if it is not in the run, `testRunner.exited` if it has exited
 */
async function endTestRunner(
  { eventLog, owners }: Api,
  { testRunId, id }: { testRunId: TestRunId; id: TestRunnerId },
  why: { reason: 'stopped' | 'replaced'; staffReason: string },
  context: AppendContext,
): Promise<CommandAnswer> {
  const accountId = await owners.ownerOf(`testRunner-${id}`);
  const { state } = await eventLog.load(testRunnerDecider, id);
  if (!accountId || state.status === 'none' || state.testRunId !== testRunId) {
    throw new DomainError('testRunner.notFound');
  }
  const command = { type: 'stopTestRunner' as const, ...why };
  return commandAnswer(eventLog, await eventLog.handle(testRunnerDecider, id, command, { ...context, accountId }));
}

const stopTestRunner = route(staffRunCalls.stopTestRunner, ({ api, params, body, context }) =>
  endTestRunner(api, params, { reason: 'stopped', staffReason: body.reason }, context),
);

const replaceTestRunner = route(staffRunCalls.replaceTestRunner, ({ api, params, body, context }) =>
  endTestRunner(api, params, { reason: 'replaced', staffReason: body.reason }, context),
);

/** The runs of every account, as staff read them. */
export const staffRunRoutes: readonly Route[] = [
  startStaffAccess,
  endStaffAccess,
  getStaffHeader,
  getAccountExecution,
  listStaffTestRuns,
  getStaffTestRun,
  listStaffTests,
  getStaffTest,
  listStaffRunners,
  getStaffTestListResult,
  readStaffRunLog,
  readStaffRunnerLog,
  readStaffAgentLog,
  stopTestRunner,
  replaceTestRunner,
];
