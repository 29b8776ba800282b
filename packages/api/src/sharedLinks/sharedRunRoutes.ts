import { openSharedLink } from '@assay/application';
import {
  limits,
  type SharedAttemptView,
  type SharedResultRow,
  sharedRunCalls,
  type TestAttemptView,
  type TestResultRow,
  testKeyIn,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { SharedLink } from '@assay/operations';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { networkOf } from '../http/networkOf.ts';
import { type Route, route } from '../http/route.ts';
import { completeTestResult } from '../testRuns/completeTestResult.ts';

/** For how long the URLs of screenshots work; each is rounded up to a whole minute. */
const mostAddressSeconds = 60;

async function opened(api: Api, request: FastifyRequest, token: string) {
  api.publicReads.take(networkOf(request.ip));
  const link = await openSharedLink(api, token);
  return { link, models: api.readModels.of(link.accountId) };
}

function rowOf({ id, file, name, status, duration, attempts, flaky, quarantined, timedOut }: TestResultRow) {
  return { id, file, name, status, duration, attempts, flaky, quarantined, timedOut } satisfies SharedResultRow;
}

const getSharedRun = route(sharedRunCalls.getSharedRun, async ({ api, request, query: { token } }) => {
  const { link, models } = await opened(api, request, token);
  const [run, firstFailures] = await Promise.all([
    models.testRun(link.testRunId),
    models.firstFailures(link.testRunId, limits.sharedFailures),
  ]);
  if (!run) throw new DomainError('sharedLink.notFound');
  const { includesScreenshots, includesOutput, expiresAt } = link;
  return {
    accountName: run.account.name,
    expiresAt: expiresAt.toISOString(),
    includesScreenshots,
    includesOutput,
    number: run.number,
    status: run.status,
    statusDisplay: run.statusDisplay,
    statusInfo: includesOutput ? run.statusInfo : null,
    nothingCouldPass: run.nothingCouldPass,
    projectName: run.project.name,
    framework: run.project.framework,
    environmentName: run.environmentName,
    testSuiteName: run.testSuiteName,
    branch: run.branch,
    commit: run.commit,
    createdAt: run.createdAt,
    startTime: run.startTime,
    endTime: run.endTime,
    calculatedDuration: run.calculatedDuration,
    totalCount: run.totalCount,
    testCount: run.testCount,
    passCount: run.passCount,
    failCount: run.failCount,
    ignoredCount: run.ignoredCount,
    notRunCount: run.notRunCount,
    runningCount: run.runningCount,
    remainingTests: run.remainingTests,
    flakyCount: run.flakyCount,
    quarantineTotalCount: run.quarantineTotalCount,
    quarantineFailCount: run.quarantineFailCount,
    firstFailures: firstFailures.map(({ testId: id, file, name }) => ({ id, file, name })),
  };
});

const listSharedResults = route(sharedRunCalls.listSharedResults, async ({ api, request, query }) => {
  const { token, offset = 0, limit = limits.pageOfSharedResults } = query;
  const { link, models } = await opened(api, request, token);
  const page = await models.testResults(link.testRunId, { offset, limit });
  if (!page) throw new DomainError('sharedLink.notFound');
  return { tests: page.tests.map(rowOf), total: page.total };
});

function secondsLeft({ expiresAt }: SharedLink): number {
  return Math.max(1, Math.min(mostAddressSeconds, Math.floor((expiresAt.getTime() - Date.now()) / 1000)));
}

function attemptOf(
  { attempt, status, startTime, duration, timedOut, error, stackTrace, output, screenShots }: TestAttemptView,
  { includesOutput }: SharedLink,
): SharedAttemptView {
  const shownOutput = includesOutput ? output : null;
  return { attempt, status, startTime, duration, timedOut, error, stackTrace, output: shownOutput, screenShots };
}

const getSharedResult = route(
  sharedRunCalls.getSharedResult,
  async ({ api, request, params: { testId }, query: { token } }) => {
    const { link, models } = await opened(api, request, token);
    const { testRunId } = link;
    const key = testId.startsWith(`${testRunId}.`) ? testKeyIn(testRunId, testId) : testId;
    const found = await models.testResult(testRunId, key);
    if (!found) throw new DomainError('projectTest.notFound');
    const result = await completeTestResult(api.operations, found, {
      withFiles: link.includesScreenshots,
      withVideos: false,
      addressSeconds: secondsLeft(link),
    });
    return { ...rowOf(result), attemptsDetail: result.attemptsDetail.map((attempt) => attemptOf(attempt, link)) };
  },
);

export const sharedRunRoutes: readonly Route[] = [getSharedRun, listSharedResults, getSharedResult];
