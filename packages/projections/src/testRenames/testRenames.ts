import { type AccountId, type ProjectId, type TestRunId, topics } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { RenamesSuggested } from '@assay/event-schemas';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';

export type TestRenameDocument = ReadModelDocument &
  RenamesSuggested['tests'][number] & {
    accountId: AccountId;
    projectId: ProjectId;
    state: 'SUGGESTED' | 'RENAMED' | 'SEPARATE';
    reason: string;
    testRunId: TestRunId;
    at: string;
  };

type Rename = Evolved<TestRenameDocument>;

function renameOf(
  event: RecordedEvent & { type: 'TestsRenamed' | 'RenamesSuggested' },
  id: string,
  facts: Pick<Rename, 'state' | 'reason'>,
): Rename | null {
  const { projectId, testRunId, tests } = event.data;
  const found = tests.find(({ renamedId }) => projectTestIdOf(projectId, renamedId) === id);
  if (!found) return null;
  const { testId, renamedId, file, name, formerFile, formerName } = found;
  const pair = { testId, renamedId, file, name, formerFile, formerName };
  return { accountId: accountOf(event), projectId, testRunId, at: event.envelope.occurredAt, ...pair, ...facts };
}

function evolve(rename: Rename | null, event: RecordedEvent, id: string): Rename | null {
  switch (event.type) {
    case 'TestsRenamed':
      return renameOf(event, id, { state: 'RENAMED', reason: event.data.reason });
    case 'RenamesSuggested':
      return renameOf(event, id, { state: 'SUGGESTED', reason: 'SIMILAR' });
    case 'RenameDismissed':
    case 'RenameUndone':
      return rename && { ...rename, state: 'SEPARATE' };
    default:
      return rename;
  }
}

/** Tests that have new names, or may have, by the identity that the new name has by itself. */
export const testRenames: Projection<TestRenameDocument> = {
  name: 'testRenames',
  version: 1,
  indexes: [
    { projectId: 1, state: 1, at: -1 },
    { projectId: 1, testId: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestsRenamed':
      case 'RenamesSuggested':
        return event.data.tests.map(({ renamedId }) => projectTestIdOf(event.data.projectId, renamedId));
      case 'RenameDismissed':
      case 'RenameUndone':
        return [projectTestIdOf(event.data.projectId, event.data.renamedId)];
      default:
        return [];
    }
  },
  evolve,
  topicsOf: ({ accountId, projectId, testId }) => [{ accountId, topic: topics.projectTests(projectId), id: testId }],
};
