import { namedThings, ownNamed } from '@assay/application';
import type { AccountId, CommandAnswer, TestPlanId } from '@assay/contract';
import { type TestPlanCommand, testPlanDecider } from '@assay/domain';
import type { AppendContext, HandleOptions } from '@assay/event-log';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';

type Received = {
  api: Api;
  caller: { accountId: AccountId };
  context: AppendContext;
  expectedRevision: HandleOptions['expectedRevision'];
};

/**
 * Carries out what changes the stages or suites of a plan.
 * @param id of the stage or suite, for the answer
 * @throws DomainError `testPlan.notFound` when the account has no such plan in use, or what the plan refuses
 */
export async function arrangeTestPlan(
  { api, caller, context, expectedRevision }: Received,
  testPlanId: TestPlanId,
  id: string,
  command: TestPlanCommand,
): Promise<CommandAnswer> {
  await ownNamed(api, namedThings.testPlan, caller.accountId, testPlanId);
  const result = await api.eventLog.handle(testPlanDecider, testPlanId, command, { ...context, expectedRevision });
  return { ...(await commandAnswer(api.eventLog, result)), id };
}
