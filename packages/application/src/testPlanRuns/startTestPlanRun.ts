import type { AccountId, TestPlanId, TestPlanRunId, TriggerId } from '@assay/contract';
import { DomainError, testPlanRunDecider } from '@assay/domain';
import { type AppendContext, type CommandResult, newId } from '@assay/event-log';
import type { Application } from '../application.ts';
import { ownNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { resolvePlanSuites } from './resolvePlanSuites.ts';

/**
 * Runs a plan as it is now: later changes of it do not reach this run. Its test runs are started by the automation.
 * @param options.testPlanRunId repeated with the same id, the plan is run once
 * @param options.triggerId what starts it; null: a person or a CI job
 * @throws DomainError `testPlan.notFound`, or `testPlan.withoutSuites`
 */
export async function startTestPlanRun(
  app: Application,
  accountId: AccountId,
  testPlanId: TestPlanId,
  { testPlanRunId, triggerId }: { testPlanRunId: TestPlanRunId; triggerId: TriggerId | null },
  context: AppendContext,
): Promise<CommandResult> {
  const { name, stages } = await ownNamed(app, namedThings.testPlan, accountId, testPlanId);
  const planned = await resolvePlanSuites(app, accountId, stages);
  if (planned.length === 0) throw new DomainError('testPlan.withoutSuites');
  const facts = { testPlanRunId, testPlanId, name, triggerId, stages: planned };
  return app.eventLog.handle(
    testPlanRunDecider,
    testPlanRunId,
    { type: 'startTestPlanRun', ...facts, startId: newId() },
    context,
  );
}
