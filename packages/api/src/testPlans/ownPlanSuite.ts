import { namedThings, ownNamed } from '@assay/application';
import {
  type AccountId,
  type PlanSuite,
  stageOf,
  type TestPlanId,
  type TestPlanStageId,
  type TestPlanSuiteId,
} from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { Api } from '../api.ts';

/** @throws DomainError `testPlan.notFound`, `testPlan.stageNotFound` or `testPlan.suiteNotFound` */
export async function ownPlanSuite(
  api: Api,
  accountId: AccountId,
  { id, stageId, suiteId }: { id: TestPlanId; stageId: TestPlanStageId; suiteId: TestPlanSuiteId },
): Promise<PlanSuite> {
  const { stages } = await ownNamed(api, namedThings.testPlan, accountId, id);
  const stage = stageOf(stages, stageId);
  if (!stage) throw new DomainError('testPlan.stageNotFound');
  const suite = stage.suites.find(({ testPlanSuiteId }) => testPlanSuiteId === suiteId);
  if (!suite) throw new DomainError('testPlan.suiteNotFound');
  return suite;
}
