import { limits, messages, TestRunPage, type TestRunStatus, testRunStatuses, topics } from '@assay/contract';
import { Type } from 'typebox';
import { invalidFields } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { withReasons } from './withReasons.ts';

const list = (description: string) => Type.Optional(Type.String({ maxLength: 4000, description }));

const Query = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.largestPage })),
  status: list('comma list of statuses'),
  project: list('comma list of ids or keys'),
  environment: list('comma list of ids or keys'),
  pipelineStage: list('comma list of ids: of the stages that the environments belong to now'),
  branch: list('comma list'),
  testSuiteId: list('comma list of ids'),
  date: list('from,to in ISO 8601; either may be left out'),
});

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
  if (Number.isNaN(time.getTime())) throw invalidFields({ field: 'date', message: 'Invalid value' });
  return time.toISOString();
}

export const listTestRuns = route({
  method: 'GET',
  url: '/test-runs',
  summary: 'A page of test runs, newest first',
  permission: 'testRun.read',
  query: Query,
  answer: TestRunPage,
  topics: [{ name: topics.testRuns }],
  handle: async ({ caller, query }) => {
    const { offset = 0, limit = limits.pageOfTestRuns } = query;
    const status = partsOf(query.status);
    if (status && !status.every(isStatus)) throw invalidFields({ field: 'status', message: messages.selectAnswer });
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
  },
});
