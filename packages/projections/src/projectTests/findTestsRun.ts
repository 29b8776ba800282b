import type { AccountId, ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { ProjectTestDocument } from './projectTests.ts';

export type TestRunOnDays = Pick<ProjectTestDocument, 'projectId' | 'testId' | 'file' | 'name' | 'tags' | 'daysRun'> & {
  recent: Pick<ProjectTestDocument['recent'][number], 'testRunId'>[];
};

/**
 * The tests of the account's projects in use, by project, file and name, with the days on which each was run.
 * @param wanted only of these projects; undefined: of all
 */
export async function* findTestsRun(
  { projects, projectTests }: Pick<Collections, 'projects' | 'projectTests'>,
  accountId: AccountId,
  wanted: readonly ProjectId[] | undefined,
): AsyncGenerator<TestRunOnDays> {
  const own = await projects
    .find({ accountId, archived: false }, { projection: { name: 1 }, sort: { name: 1 } })
    .toArray();
  const projection = { projectId: 1, testId: 1, file: 1, name: 1, tags: 1, daysRun: 1, recent: { $slice: 1 } };
  for (const { _id } of own) {
    const projectId = _id as ProjectId;
    if (wanted && !wanted.includes(projectId)) continue;
    yield* projectTests.find<TestRunOnDays>({ projectId, renamedTo: null }, { projection }).sort({ file: 1, name: 1 });
  }
}
