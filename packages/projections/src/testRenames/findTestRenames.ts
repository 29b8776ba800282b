import {
  type AccountId,
  type ProjectId,
  renamesShown,
  type TestId,
  type TestRename,
  type TestRenames,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { TestRenameDocument } from './testRenames.ts';

/**
 * @param testId only what is about this test, under its former name or its new one
 * @returns null when the project is not the account's
 */
export async function findTestRenames(
  { projects, testRenames }: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testId: TestId | null,
): Promise<TestRenames | null> {
  if (!(await projects.findOne({ _id: projectId, accountId }, { projection: { _id: 1 } }))) return null;
  const ofTest = testId === null ? {} : { $or: [{ testId }, { renamedId: testId }] };
  const inState = (state: TestRenameDocument['state']): Filter<TestRenameDocument> => ({ projectId, state, ...ofTest });
  const newest = async (state: TestRenameDocument['state']) =>
    (await testRenames.find(inState(state)).sort({ at: -1, formerFile: 1 }).limit(renamesShown).toArray()).map(viewOf);
  const [suggested, renamed, renamedCount] = await Promise.all([
    newest('SUGGESTED'),
    newest('RENAMED'),
    testRenames.countDocuments(inState('RENAMED')),
  ]);
  return { suggested, renamed, renamedCount };
}

function viewOf({ renamedId: id, testId, ...rename }: TestRenameDocument): TestRename {
  const { file, name, formerFile, formerName, reason, testRunId, at } = rename;
  return { id, testId, file, name, formerFile, formerName, reason, testRunId, at };
}
