import { refreshSubscription } from '@assay/application';
import { accountOf } from '@assay/event-log';
import { policy, reactingTo } from '../policy.ts';

/**
 * Fetches an account's subscription from the payment processor when a webhook reports a change. Webhooks may be late,
 * duplicate or out of order, so their content is ignored.
 */
export const applyBillingNotices = policy({
  name: 'applyBillingNotices',
  on: ['BillingNoticeReceived'],
  react: async (event, { eventLog, payments }) => {
    if (payments === null) return;
    const context = reactingTo(event, 'applyBillingNotices');
    await refreshSubscription({ eventLog, payments }, accountOf(event), 'notice', context);
  },
});
