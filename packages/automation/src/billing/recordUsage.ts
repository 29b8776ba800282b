import { monthlyLimitsOf } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/**
 * Records after each run and plan change whether the account has reached a threshold of the month's testing minutes.
 */
export const recordUsage = policy({
  name: 'recordUsage',
  on: ['TestRunFinished', 'AccountPlanChanged'],
  react: async (event, { eventLog, readModels }) => {
    const { accountId } = event.envelope;
    // Nothing has run yet in an account that is being created.
    if (accountId === null) return;
    const { state } = await eventLog.load(accountDecider, accountId);
    // Nothing to count without a limit.
    if (!state.exists || monthlyLimitsOf(state.plan) === null) return;
    await awaitReadModels(readModels, event, 'trailing');
    const now = new Date();
    const { used } = await readModels.of(accountId).testingTime(now);
    const month = now.toISOString().slice(0, 'YYYY-MM'.length);
    const command = { type: 'recordUsage' as const, month, usedMinutes: used / 60_000 };
    await eventLog.handle(accountDecider, accountId, command, reactingTo(event, 'recordUsage'));
  },
});
