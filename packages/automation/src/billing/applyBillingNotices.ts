import { refreshSubscription } from '@assay/application';
import { accountOf } from '@assay/event-log';
import { policy, reactingTo } from '../policy.ts';

/**
 * Asks the payment processor what an account has once it says that something has changed. Notices come late, twice and
 * out of order, so nothing in them counts.
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
