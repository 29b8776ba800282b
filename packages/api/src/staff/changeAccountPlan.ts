import { planOf, staffCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeAccountPlan = route(
  staffCalls.changeAccountPlan,
  async ({ api: { eventLog }, params: { id: accountId }, body: { tier, legacyPlan = false }, context }) => {
    const command = { type: 'changePlan' as const, plan: planOf(tier, legacyPlan) };
    return commandAnswer(
      eventLog,
      await eventLog.handle(accountDecider, accountId, command, { ...context, accountId }),
    );
  },
);
