import type { AccountId, TestPlanId, TestPlanRunId } from '@assay/contract';
import { DomainError, type StartedPlanRun, testPlanRunDecider } from '@assay/domain';
import type { Application } from '../application.ts';

/** @throws DomainError `testPlanRun.notFound` when the account has no such run of this plan */
export async function ownTestPlanRun(
  { eventLog, owners }: Pick<Application, 'eventLog' | 'owners'>,
  accountId: AccountId,
  { testPlanId, testPlanRunId }: { testPlanId: TestPlanId; testPlanRunId: TestPlanRunId },
): Promise<StartedPlanRun> {
  await owners.requireOwn(`testPlanRun-${testPlanRunId}`, accountId, 'testPlanRun.notFound');
  const { state } = await eventLog.load(testPlanRunDecider, testPlanRunId);
  if (state.status === 'none' || state.testPlanId !== testPlanId) throw new DomainError('testPlanRun.notFound');
  return state;
}
