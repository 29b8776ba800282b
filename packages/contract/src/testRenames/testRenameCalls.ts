import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProjectIdOrKey } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { DecideRenamesRequest, TestRenames, TestRenamesQuery } from './testRenameViews.ts';

const projectParams = Type.Object({ id: ProjectIdOrKey });

export const testRenameCalls = {
  listTestRenames: call({
    method: 'GET',
    path: '/projects/:id/renamed-tests',
    summary: 'The tests of a project that have new names or files and keep their history, and those that may be such',
    permission: 'project.read',
    params: projectParams,
    query: TestRenamesQuery,
    answer: TestRenames,
    readsHistory: true,
    topic: topics.projectTests,
    example: { params: { id: exampleIds.project }, query: {} },
  }),
  decideTestRenames: call({
    method: 'POST',
    path: '/projects/:id/renamed-tests/decisions',
    summary: 'Say that suggested renames are one test or two, or that tests that were joined are two after all',
    permission: 'test.quarantine',
    params: projectParams,
    body: DecideRenamesRequest,
    answer: CommandAnswer,
    changes: [topics.projectTests],
    example: { params: { id: exampleIds.project }, body: { ids: [exampleIds.test], decision: 'SEPARATE' } },
  }),
};
