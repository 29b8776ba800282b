import { ProcessorAway, refreshSubscription } from '@assay/application';
import type { Subscription } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';

/** The fields in which two states of a subscription differ, each with both values. */
function differencesOf(before: Subscription | null, after: Subscription | null): Record<string, [unknown, unknown]> {
  const [was, is]: Record<string, unknown>[] = [{ ...before }, { ...after }];
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return Object.fromEntries(
    names
      .map((name): [string, [unknown, unknown]] => [name, [was?.[name], is?.[name]]])
      .filter(([, [a, b]]) => JSON.stringify(a) !== JSON.stringify(b)),
  );
}

/**
 * Compares each subscription with the payment processor's, in case a webhook was lost, and ends grace periods.
 * Differences are logged, and changes are recorded in the account. An account whose subscription cannot be read keeps
 * its current one.
 */
export const reconcileSubscriptions: Job = {
  className: 'Subscriptions',
  functionName: 'reconcileSubscriptions',
  schedule: '0 17 3 * * *',
  run: async ({ eventLog, readModels, payments, log, stopping }) => {
    if (payments === null) return;
    for (const accountId of await readModels.billedAccounts()) {
      if (stopping.aborted) return;
      const subscriptionOf = async () => {
        const { state } = await eventLog.load(accountDecider, accountId);
        return state.exists ? state.billing.subscription : null;
      };
      const before = await subscriptionOf();
      const context = byItself(accountId, 'reconcileSubscriptions');
      try {
        const result = await refreshSubscription({ eventLog, payments }, accountId, 'reconciliation', context);
        if (!result || result.events.length === 0) continue;
        const differences = differencesOf(before, await subscriptionOf());
        log.warn({ accountId, differences }, 'a subscription differed from that of the payment processor');
      } catch (err) {
        if (err instanceof ProcessorAway) throw err;
        log.warn({ err, accountId }, 'a subscription could not be reconciled');
      }
    }
  },
};
