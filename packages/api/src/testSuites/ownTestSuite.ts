import type { AccountId, ProjectId, TestSuiteId } from '@assay/contract';
import { type TestSuiteState, testSuiteDecider } from '@assay/domain';
import type { Api } from '../api.ts';

/** @returns the suite as it is now, archived or not; null when the account has none of that id in this project. */
export async function ownTestSuite(
  { owners, eventLog }: Api,
  accountId: AccountId,
  { projectId, testSuiteId }: { projectId: ProjectId; testSuiteId: TestSuiteId },
): Promise<Exclude<TestSuiteState, { status: 'none' }> | null> {
  if ((await owners.ownerOf(`testSuite-${testSuiteId}`)) !== accountId) return null;
  const { state } = await eventLog.load(testSuiteDecider, testSuiteId);
  return state.status !== 'none' && state.projectId === projectId ? state : null;
}
