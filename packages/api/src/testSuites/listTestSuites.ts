import { ProjectId, TestSuiteView, topics } from '@assay/contract';
import { Type } from 'typebox';
import { route } from '../http/route.ts';

export const listTestSuites = route({
  method: 'GET',
  url: '/test-suites',
  summary: 'The test suites in use, of all projects or of one',
  permission: 'testSuite.read',
  query: Type.Object({ projectId: Type.Optional(ProjectId) }),
  answer: Type.Array(TestSuiteView),
  topics: [{ name: topics.testSuites }],
  handle: ({ caller, query }) => caller.models.testSuites(query.projectId),
});
