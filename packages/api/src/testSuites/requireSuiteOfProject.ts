import { type Application, namedThings } from '@assay/application';
import type { AccountId, ProjectId, TestSuiteId } from '@assay/contract';
import { DomainError } from '@assay/domain';

/** @throws DomainError testSuite.notFound when the account has no suite of that id in this project, archived or not. */
export async function requireSuiteOfProject(
  { owners, eventLog }: Pick<Application, 'owners' | 'eventLog'>,
  accountId: AccountId,
  { projectId, testSuiteId }: { projectId: ProjectId; testSuiteId: TestSuiteId },
): Promise<void> {
  const { notFound, stateOf } = namedThings.testSuite;
  await owners.requireOwn(`testSuite-${testSuiteId}`, accountId, notFound);
  const suite = await stateOf(eventLog, testSuiteId);
  if (suite.status === 'none' || suite.projectId !== projectId) throw new DomainError(notFound);
}
