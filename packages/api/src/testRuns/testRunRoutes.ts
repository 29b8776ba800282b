import { errorsOfTestRun, InvalidFields, planIncludes, rerunTestRun as rerun, startTestRun } from '@assay/application';
import {
  attributesInLines,
  comparisonCalls,
  type FinishedStatus,
  isFinished,
  limits,
  messages,
  type TestRunFacet,
  type TestRunId,
  type TestRunStatus,
  testKeyIn,
  testRunCalls,
  testRunStatuses,
} from '@assay/contract';
import { DomainError, testRunDecider } from '@assay/domain';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { CallerOf } from '../http/callers.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { momentOf } from '../http/momentOf.ts';
import { partsOf, wordsOf } from '../http/partsOf.ts';
import { type Route, route } from '../http/route.ts';
import { requireRoomForRun } from '../quotas/requireRoom.ts';
import { readTql } from '../tql/readTql.ts';
import { uploadSampleRun } from '../uploads/uploadSampleRun.ts';
import { uploadTestRun } from '../uploads/uploadTestRun.ts';
import { withReasons } from '../waiting/withReasons.ts';
import { completeTestResult } from './completeTestResult.ts';
import { dateRangeOf } from './dateRange.ts';
import { listLogs } from './listLogs.ts';
import { testListResult } from './testListResult.ts';

/** @returns what to compare, of what a call was asked for */
function comparisonAsked({ first, second, tql = '' }: { first: TestRunId; second: TestRunId; tql?: string }) {
  const { where, orderBy, limit } = readTql(tql);
  if (orderBy.length > 0 || limit !== null) {
    throw new InvalidFields({ field: 'tql', message: messages.noOrderInComparison });
  }
  return { first, second, filter: where && { text: tql, condition: where } };
}

const refusals = {
  notFound: 'testRun.notFound',
  otherProject: 'testRun.otherProject',
  tooLargeToCompare: 'testRun.tooLargeToCompare',
} as const;

/** @throws DomainError where the runs could not be compared */
function comparisonFound<Answer extends object>(answer: Answer | keyof typeof refusals): Answer {
  if (typeof answer === 'string') throw new DomainError(refusals[answer]);
  return answer;
}

function isStatus(text: string): text is TestRunStatus {
  return testRunStatuses.some((status) => status === text);
}

/** @returns the user's id; null for runs without a reviewer. */
function reviewerOf(id: string, caller: CallerOf<'testRun.read'>): string | null {
  if (id === 'me' && caller.kind === 'member') return caller.userId;
  return id === 'none' ? null : id;
}

type RunFilterTexts = Partial<Record<TestRunFacet | 'build' | 'date' | 'ids' | 'search', string>>;

/** @returns the filters of a list of runs, of a call's query */
function runFiltersOf(query: RunFilterTexts, caller: CallerOf<'testRun.read'>) {
  const status = partsOf(query.status);
  if (status && !status.every(isStatus)) throw new InvalidFields({ field: 'status', message: messages.selectAnswer });
  return {
    words: wordsOf(query.search ?? ''),
    ids: partsOf(query.ids),
    status: status?.filter(isStatus),
    project: partsOf(query.project),
    environment: partsOf(query.environment),
    pipelineStage: partsOf(query.pipelineStage),
    branch: partsOf(query.branch),
    build: partsOf(query.build),
    testSuiteId: partsOf(query.testSuiteId),
    attributes: attributesInLines(query.attributes ?? ''),
    reviewers: partsOf(query.reviewerIds)?.map((id) => reviewerOf(id, caller)),
    ...dateRangeOf(query.date ?? ''),
  };
}

const listTestRuns = route(testRunCalls.listTestRuns, async ({ api, caller, query }) => {
  const { offset = 0, limit = limits.pageOfTestRuns, sort } = query;
  const page = await caller.models.testRunPage({ ...runFiltersOf(query, caller), offset, limit, sort });
  return { ...page, testRuns: await withReasons({ ...caller, workQueue: api.operations.workQueue }, page.testRuns) };
});

const countTestRuns = route(testRunCalls.countTestRuns, ({ caller, query: { by, ...filters } }) =>
  caller.models.testRunCountsBy(by, runFiltersOf(filters, caller)),
);

const hasTestRuns = route(testRunCalls.hasTestRuns, async ({ caller }) => {
  const { total } = await caller.models.testRunPage({ offset: 0, limit: 1 });
  return { exists: total > 0 };
});

const createTestRun = route(
  testRunCalls.createTestRun,
  async ({ api, body, caller, context, newId }) => {
    await requireRoomForRun(api, caller);
    return commandAnswer(api.eventLog, await startTestRun(api, caller.accountId, newId<TestRunId>(), body, context));
  },
  { rest: ({ api, body, caller: { accountId } }) => errorsOfTestRun(api, accountId, body) },
);

const getTestRun = route(testRunCalls.getTestRun, async ({ api, caller, params }) => {
  const [found, runners, expired] = await Promise.all([
    caller.models.testRun(params.id),
    caller.models.testRunners(params.id),
    caller.models.expiredDetails(params.id),
  ]);
  const [testRun] = found ? await withReasons({ ...caller, workQueue: api.operations.workQueue }, [found]) : [];
  if (!testRun) throw new DomainError('testRun.notFound');
  return { ...testRun, testRunners: runners ?? [], expired };
});

function requireSettable(status: TestRunStatus): FinishedStatus {
  if (!isFinished(status)) throw new InvalidFields({ field: 'status', message: messages.selectAnswer });
  return status;
}

const changeTestRunStatus = route(
  testRunCalls.changeTestRunStatus,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
    const result = await api.eventLog.handle(
      testRunDecider,
      id,
      (run) =>
        run.status === body.status ? null : { type: 'setStatus' as const, status: requireSettable(body.status) },
      { ...context, expectedRevision },
    );
    // The policy that follows the log does this too; agents learn of it sooner this way.
    if (result.events.some(({ type }) => type === 'TestRunCanceled')) await api.operations.workQueue.cancelRun(id);
    return commandAnswer(api.eventLog, result);
  },
);

const rerunTestRun = route(
  testRunCalls.rerunTestRun,
  async ({ api, params: { id: testRunId }, body, caller, context, newId }) => {
    await requireRoomForRun(api, caller);
    const ids = { testRunId, newRunId: newId<TestRunId>() };
    return commandAnswer(api.eventLog, await rerun(api, caller.accountId, ids, body, context));
  },
);

const recentForEnvironments = route(testRunCalls.recentForEnvironments, async ({ caller, query }) =>
  caller.models.recentForEnvironments(
    {
      project: partsOf(query.projectId),
      branch: partsOf(query.branch),
      build: partsOf(query.build),
      ...dateRangeOf(query.date ?? ''),
    },
    momentOf(query.at),
  ),
);

const compareTestRuns = route(comparisonCalls.compareTestRuns, async ({ caller, query }) =>
  comparisonFound(await caller.models.comparison(comparisonAsked(query))),
);

const listComparedTests = route(comparisonCalls.listComparedTests, async ({ caller, query }) => {
  const { group, problemId = null, offset = 0, limit = limits.pageOfComparedTests } = query;
  const page = { group, folded: query.folded === 'true', problemId, offset, limit };
  return comparisonFound(await caller.models.comparedTests(comparisonAsked(query), page));
});

const forEver = 'private, max-age=31536000, immutable';

const replayTestRun = route(
  testRunCalls.replayTestRun,
  async ({ api, caller, params: { id }, query, request, reply }) => {
    const { after = null, limit = limits.replayPage } = query;
    const replay = await caller.models.replay(id);
    if (!replay) throw new DomainError('testRun.notFound');
    const etag = `"${after ?? ''}.${limit}.${replay.last}"`;
    // What one caller may read is not kept for another.
    reply.header('etag', etag).header('vary', 'Authorization, Account').header('cache-control', 'private, no-cache');
    const { createdAt } = replay;
    if (request.headers['if-none-match'] === etag) {
      // This status has no body.
      reply.code(304).serializer(() => '');
      return { frames: [], createdAt, next: null };
    }
    const frames = await api.replays.read(id, replay, after, limit);
    const last = frames.at(-1);
    if (!last || frames.length < limit) return { frames, createdAt, next: null };
    // Whatever happens to a finished run later comes after this page.
    if (replay.finished) reply.header('cache-control', forEver);
    return { frames, createdAt, next: last.position };
  },
);

const listTestResults = route(testRunCalls.listTestResults, async ({ caller, params, query }) => {
  const { since, offset = 0, limit = limits.maxResultsPage } = query;
  const page = await caller.models.testResults(params.id, { since, offset, limit });
  if (!page) throw new DomainError('testRun.notFound');
  return page;
});

const getTestListResult = route(testRunCalls.getTestListResult, ({ api, caller, params: { id }, query }) =>
  testListResult(api, caller.models, id, query),
);

const getTestResult = route(testRunCalls.getTestResult, async ({ api, caller, params }) => {
  // A row has two ids: its own, which begins with the run's, and that of the test.
  const ofRow = params.testId.startsWith(`${params.id}.`) ? testKeyIn(params.id, params.testId) : params.testId;
  const found = await caller.models.testResult(params.id, ofRow);
  if (!found) throw new DomainError('projectTest.notFound');
  return completeTestResult(api.operations, found, await shownTo(api, caller));
});

/** Staff who read an account's runs see no files of its tests; videos are part of some plans only. */
async function shownTo(api: Api, caller: CallerOf<'testRun.read'>) {
  const withFiles = !(caller.kind === 'member' && caller.readsOnly);
  return { withFiles, withVideos: withFiles && (await planIncludes(api, caller.accountId, 'recordings')) };
}

const getTestRunTest = route(testRunCalls.getTestRunTest, async ({ api, caller, params }) => {
  const testRunId = params.id.slice(0, params.id.indexOf('.')) as TestRunId;
  const found = await caller.models.testResult(testRunId, testKeyIn(testRunId, params.id));
  if (!found) throw new DomainError('projectTest.notFound');
  return completeTestResult(api.operations, found, await shownTo(api, caller));
});

const listTestRunners = route(testRunCalls.listTestRunners, async ({ caller, params }) => {
  const runners = await caller.models.testRunners(params.id);
  if (!runners) throw new DomainError('testRun.notFound');
  return runners;
});

const listDeploysOfTestRun = route(testRunCalls.listDeploysOfTestRun, async ({ caller, params }) => {
  const deploys = await caller.models.deploysOfRun(params.id);
  if (!deploys) throw new DomainError('testRun.notFound');
  return deploys;
});

const listHistory = route(testRunCalls.listHistory, async ({ caller, params }) => {
  const history = await caller.models.history(params.id);
  if (!history) throw new DomainError('testRun.notFound');
  return history;
});

const pieceBytes = 256 * 1024;
const readLog = route(testRunCalls.readLog, async ({ api, caller, params: { id, name }, query: { offset = 0 } }) => {
  await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
  const piece = await api.operations.logs.read(id, name, offset, pieceBytes);
  if (piece.size === 0 && (await caller.models.expiredDetails(id)).logs) throw new ApiError('log.expired');
  return { ...piece, times: piece.times.map(({ line, at }) => ({ line, at: at.toISOString() })) };
});

export const testRunRoutes: readonly Route[] = [
  listTestRuns,
  countTestRuns,
  hasTestRuns,
  createTestRun,
  uploadTestRun,
  uploadSampleRun,
  getTestRun,
  changeTestRunStatus,
  rerunTestRun,
  recentForEnvironments,
  compareTestRuns,
  listComparedTests,
  replayTestRun,
  listTestResults,
  getTestListResult,
  getTestResult,
  getTestRunTest,
  listTestRunners,
  listDeploysOfTestRun,
  listHistory,
  listLogs,
  readLog,
];
