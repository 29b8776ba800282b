import type { ProjectId } from '@assay/contract';
import { testRenamesDecider } from '@assay/domain';
import type { RenamedIdentity } from '@assay/junit';
import type { Api } from '../api.ts';

/** @returns the new names of a project's tests by their own identities, with those of the tests that they belong to */
export async function renamedIdentities({ eventLog }: Api, projectId: ProjectId): Promise<RenamedIdentity[]> {
  const { state } = await eventLog.load(testRenamesDecider, projectId);
  return [...state.renamed.values()].map(({ renamedId, testId }) => ({ renamedId, testId }));
}
