import { graceEndOf, isCurrent, type ProcessorSubscription, subscriptionFrom } from './subscription.ts';

const fetched = (change: Partial<ProcessorSubscription> = {}): ProcessorSubscription => ({
  subscriptionId: 'sub_1',
  tier: 3,
  status: 'active',
  periodEnd: '2026-12-01T00:00:00.000Z',
  endsWithPeriod: false,
  card: null,
  discount: null,
  ...change,
});
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T12:00:00.000Z`;
const late = fetched({ status: 'past_due' });

describe('a subscription', () => {
  it('has 7 days from the first failed payment, and is unpaid after that', () => {
    const first = subscriptionFrom(late, subscriptionFrom(fetched(), null, day(1)), day(2));
    expect(first).toMatchObject({ status: 'past_due', pastDueSince: day(2) });
    expect(graceEndOf(first)).toBe(day(9));
    const second = subscriptionFrom(late, first, day(8));
    expect(second).toMatchObject({ status: 'past_due', pastDueSince: day(2) });
    expect(subscriptionFrom(late, second, day(9))).toMatchObject({ status: 'unpaid', pastDueSince: day(2) });
  });

  it('is active again once it is paid, and then has a new grace period', () => {
    const unpaid = subscriptionFrom(late, subscriptionFrom(late, null, day(1)), day(9));
    const paid = subscriptionFrom(fetched(), unpaid, day(10));
    expect(paid).toMatchObject({ status: 'active', pastDueSince: null });
    expect(subscriptionFrom(late, paid, day(20))).toMatchObject({ status: 'past_due', pastDueSince: day(20) });
  });

  it('does not take over the grace period of another subscription', () => {
    const other = subscriptionFrom({ ...late, subscriptionId: 'sub_0' }, null, day(1));
    expect(subscriptionFrom(late, other, day(20))).toMatchObject({ status: 'past_due', pastDueSince: day(20) });
  });

  it('decides the plan until it is canceled', () => {
    const now = day(1);
    expect(isCurrent(subscriptionFrom(fetched({ status: 'unpaid' }), null, now))).toBe(true);
    expect(isCurrent(subscriptionFrom(fetched({ status: 'canceled' }), null, now))).toBe(false);
    expect(isCurrent(null)).toBe(false);
  });
});
