import { InvalidFields } from '@assay/application';
import { limits, messages, type TestRunStatus, testRunCalls, testRunStatuses } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';
import { withReasons } from './withReasons.ts';

const _list = (description: string) => Type.Optional(Type.String({ maxLength: 4000, description }));

/** @returns the parts of a comma list; undefined when there are none. */
function partsOf(text: string | undefined): string[] | undefined {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  return given.length > 0 ? given : undefined;
}

function isStatus(text: string): text is TestRunStatus {
  return testRunStatuses.some((status) => status === text);
}

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const time = new Date(text.trim());
  if (Number.isNaN(time.getTime())) throw new InvalidFields({ field: 'date', message: messages.invalidValue });
  return time.toISOString();
}

export const listTestRuns = route(testRunCalls.listTestRuns, async ({ caller, query }) => {
  const { offset = 0, limit = limits.pageOfTestRuns } = query;
  const status = partsOf(query.status);
  if (status && !status.every(isStatus)) throw new InvalidFields({ field: 'status', message: messages.selectAnswer });
  const [from, to] = (query.date ?? '').split(',');
  const page = await caller.models.testRunPage({
    offset,
    limit,
    status: status?.filter(isStatus),
    project: partsOf(query.project),
    environment: partsOf(query.environment),
    pipelineStage: partsOf(query.pipelineStage),
    branch: partsOf(query.branch),
    testSuiteId: partsOf(query.testSuiteId),
    from: timeOf(from),
    to: timeOf(to),
  });
  return { ...page, testRuns: await withReasons(caller.models, page.testRuns) };
});
