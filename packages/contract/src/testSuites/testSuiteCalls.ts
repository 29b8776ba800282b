import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProjectIdOrKey, TestSuiteId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { ChangeTestSuiteRequest, CreateTestSuiteRequest, TestSuiteView } from './testSuiteViews.ts';

const projectParams = Type.Object({ id: ProjectIdOrKey });
const testSuiteParams = Type.Object({ id: ProjectIdOrKey, testSuiteId: TestSuiteId });

export const testSuiteCalls = {
  createTestSuite: call({
    method: 'POST',
    path: '/projects/:id/test-suites',
    summary: "Create a test suite from a selection of the project's tests; what is left out comes from the project",
    permission: 'testSuite.write',
    params: projectParams,
    body: CreateTestSuiteRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testSuites],
    example: {
      params: { id: exampleIds.project },
      body: { name: 'Regression', testTimeoutSeconds: 60, timeoutMinutes: 10 },
    },
  }),
  getTestSuite: call({
    method: 'GET',
    path: '/projects/:id/test-suites/:testSuiteId',
    summary: 'One test suite, even one out of use; the ETag is its revision',
    permission: 'testSuite.read',
    params: testSuiteParams,
    answer: TestSuiteView,
    example: { params: { id: exampleIds.project, testSuiteId: exampleIds.testSuite } },
  }),
  changeTestSuite: call({
    method: 'PATCH',
    path: '/projects/:id/test-suites/:testSuiteId',
    summary: 'Change a test suite: only what is in the body changes; existing runs stay as they are',
    permission: 'testSuite.write',
    params: testSuiteParams,
    body: ChangeTestSuiteRequest,
    view: TestSuiteView,
    answer: CommandAnswer,
    changes: [topics.testSuites],
    example: {
      params: { id: exampleIds.project, testSuiteId: exampleIds.testSuite },
      body: { description: 'What must always work' },
    },
  }),
  archiveTestSuite: call({
    method: 'DELETE',
    path: '/projects/:id/test-suites/:testSuiteId',
    summary: 'Take a test suite out of use; its runs stay, and its name is free again',
    permission: 'testSuite.write',
    params: testSuiteParams,
    answer: CommandAnswer,
    changes: [topics.testSuites],
    example: { params: { id: exampleIds.project, testSuiteId: exampleIds.testSuite } },
  }),
  listTestSuites: call({
    method: 'GET',
    path: '/test-suites',
    summary: 'The test suites in use, of all projects or of one',
    permission: 'testSuite.read',
    query: Type.Object({ projectId: Type.Optional(ProjectIdOrKey) }),
    answer: Type.Array(TestSuiteView),
    topic: topics.testSuites,
    example: { query: { projectId: exampleIds.project } },
  }),
};
