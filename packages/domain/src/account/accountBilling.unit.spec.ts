import { type AccountId, type ProcessorSubscription, planOf, type Tier, type UserId } from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { accountDecider } from './decideAccount.ts';

const accountId = 'acme' as AccountId;
const [now, later] = ['2026-11-01T12:00:00.000Z', '2026-11-01T12:02:00.000Z'];
const created: AccountEvent = { type: 'AccountCreated', data: { accountId, name: 'acme' } };
const linked: AccountEvent = { type: 'BillingCustomerCreated', data: { accountId, customerId: 'cus_1' } };
const fetched = (tier: Tier, change: Partial<ProcessorSubscription> = {}): ProcessorSubscription => ({
  subscriptionId: 'sub_1',
  tier,
  status: 'active',
  periodEnd: null,
  endsWithPeriod: false,
  card: null,
  discount: null,
  ...change,
});
const changed = (
  subscription: ProcessorSubscription,
  cause: 'payment' | 'notice' = 'payment',
  pastDueSince: string | null = null,
): AccountEvent => ({
  type: 'SubscriptionChanged',
  data: { accountId, cause, subscription: { ...subscription, pastDueSince } },
});
const planned = (tier: Tier): AccountEvent => ({
  type: 'AccountPlanChanged',
  data: { accountId, plan: planOf(tier) },
});
const begun = (paymentId: string, until = later): AccountEvent => ({
  type: 'PaymentBegun',
  data: { accountId, paymentId, tier: 3, promoCode: null, until },
});
const begin = (paymentId: string, at = now) => ({
  type: 'beginPayment' as const,
  paymentId,
  tier: 3 as const,
  promoCode: null,
  now: at,
  until: later,
});
const apply = (subscription: ProcessorSubscription | null, cause: 'payment' | 'notice' = 'notice') => ({
  type: 'applySubscription' as const,
  fetched: subscription,
  cause,
  now,
});
const account = (...events: AccountEvent[]) => given(accountDecider, created, linked, ...events);

describe('the payment for an account', () => {
  it('runs once at a time, until it ends or its time is over', () => {
    account().when(begin('p1')).gives(begun('p1'));
    account(begun('p1')).when(begin('p1')).gives();
    account(begun('p1')).when(begin('p2')).refuses('account.paymentRunning');
    account(begun('p1')).when(begin('p2', later)).gives(begun('p2'));
    const failed: AccountEvent = { type: 'PaymentFailed', data: { accountId, paymentId: 'p1', reason: 'cardRefused' } };
    const fail = { type: 'failPayment' as const, paymentId: 'p1', reason: 'cardRefused' };
    account(begun('p1')).when(fail).gives(failed);
    account(begun('p2')).when(fail).gives();
    account(begun('p1'), failed).when(begin('p2')).gives(begun('p2'));
    account(begun('p1'), changed(fetched(3)), planned(3))
      .when(begin('p2'))
      .gives(begun('p2'));
  });

  it('gives the account the tier, and its set-up the step', () => {
    account(begun('p1'))
      .when(apply(fetched(3), 'payment'))
      .gives(changed(fetched(3)), planned(3));
    account({ type: 'AccountSetupStarted', data: { accountId } }, begun('p1'))
      .when(apply(fetched(2), 'payment'))
      .gives(changed(fetched(2)), planned(2), {
        type: 'AccountSetupStepFinished',
        data: { accountId, step: 'Payment' },
      });
  });

  it('ends though it has changed nothing', () => {
    account(changed(fetched(3)), planned(3), begun('p2'))
      .when(apply(fetched(3), 'payment'))
      .gives(changed(fetched(3)));
  });

  it('has one customer', () => {
    account().when({ type: 'linkBillingCustomer', customerId: 'cus_2' }).gives();
  });
});

describe('the subscription of an account', () => {
  const paid = [changed(fetched(3)), planned(3)];

  it('changes once for the same answer of the processor', () => {
    account(...paid)
      .when(apply(fetched(3)))
      .gives();
    account(...paid)
      .when(apply(fetched(4)))
      .gives(changed(fetched(4), 'notice'), planned(4));
  });

  it('leaves the plan as it is while a payment is missing', () => {
    const late = fetched(3, { status: 'past_due' });
    account(...paid)
      .when(apply(late))
      .gives(changed(late, 'notice', now));
    const unpaid = fetched(3, { status: 'unpaid' });
    account(...paid)
      .when(apply(unpaid))
      .gives(changed(unpaid, 'notice', now));
  });

  it('leaves the plan that staff gave in the meantime', () => {
    const ending = fetched(3, { endsWithPeriod: true });
    account(...paid, planned(4))
      .when(apply(ending))
      .gives(changed(ending, 'notice'));
  });

  it.each([null, fetched(3, { status: 'canceled' })])('ends on the lowest tier', (answer) => {
    const ended = fetched(3, { status: 'canceled' });
    account(...paid)
      .when(apply(answer))
      .gives(changed(ended, 'notice'), planned(1));
    account(...paid, changed(ended, 'notice'), planned(1))
      .when(apply(answer))
      .gives();
  });

  it('is not revived by one that has ended', () => {
    account()
      .when(apply(fetched(3, { status: 'canceled' })))
      .gives();
    account().when(apply(null)).gives();
  });
});

describe('an account without a subscription', () => {
  it('selects the tier that costs nothing', () => {
    account().when({ type: 'selectFreePlan' }).gives(planned(1));
    account(planned(1)).when({ type: 'selectFreePlan' }).gives();
  });

  it('records who looks at the plans, unless the plan is a paid one or predates tiers', () => {
    const viewPlans = { type: 'viewPlans' as const, userId: 'ada' as UserId };
    account(planned(1))
      .when(viewPlans)
      .gives({ type: 'PlansViewed', data: { accountId, userId: viewPlans.userId } });
    account(planned(2)).when(viewPlans).gives();
    const plan = planOf(1, true);
    account({ type: 'AccountPlanChanged', data: { accountId, plan } }).when(viewPlans).gives();
  });
});
