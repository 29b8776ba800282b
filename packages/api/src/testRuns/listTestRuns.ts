import { InvalidFields } from '@assay/application';
import { limits, messages, type TestRunStatus, testRunCalls, testRunStatuses } from '@assay/contract';
import type { CallerOf } from '../http/callers.ts';
import { partsOf } from '../http/partsOf.ts';
import { route } from '../http/route.ts';
import { withReasons } from '../waiting/withReasons.ts';
import { dateRangeOf } from './dateRange.ts';

function isStatus(text: string): text is TestRunStatus {
  return testRunStatuses.some((status) => status === text);
}

/** @returns the user's id; null for runs without a reviewer. */
function reviewerOf(id: string, caller: CallerOf<'testRun.read'>): string | null {
  if (id === 'me' && caller.kind === 'member') return caller.userId;
  return id === 'none' ? null : id;
}

export const listTestRuns = route(testRunCalls.listTestRuns, async ({ api, caller, query }) => {
  const { offset = 0, limit = limits.pageOfTestRuns } = query;
  const status = partsOf(query.status);
  if (status && !status.every(isStatus)) throw new InvalidFields({ field: 'status', message: messages.selectAnswer });
  const page = await caller.models.testRunPage({
    offset,
    limit,
    status: status?.filter(isStatus),
    project: partsOf(query.project),
    environment: partsOf(query.environment),
    pipelineStage: partsOf(query.pipelineStage),
    branch: partsOf(query.branch),
    build: partsOf(query.build),
    testSuiteId: partsOf(query.testSuiteId),
    reviewers: partsOf(query.reviewerIds)?.map((id) => reviewerOf(id, caller)),
    ...dateRangeOf(query.date ?? ''),
  });
  return { ...page, testRuns: await withReasons({ ...caller, workQueue: api.operations.workQueue }, page.testRuns) };
});
