import type { AccountId, ProjectId, ProjectTestView, TestId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { AccountReads } from '@assay/projections';
import type { Api } from '../api.ts';

/**
 * Also of a test that just appeared in a run, and may not be among the project's tests yet.
 * @throws DomainError when the account has no such project or test
 */
export async function requireProjectTest(
  api: Pick<Api, 'owners' | 'readModels'>,
  { accountId, models }: { accountId: AccountId; models: AccountReads },
  projectId: ProjectId,
  testId: TestId,
): Promise<ProjectTestView> {
  await api.owners.requireOwn(`project-${projectId}`, accountId, 'project.notFound');
  const find = () => models.projectTest(projectId, testId);
  const test = (await find()) ?? (await api.readModels.require({ scope: accountId, tier: 'trailing' }).then(find));
  if (!test) throw new DomainError('projectTest.notFound');
  return test;
}
