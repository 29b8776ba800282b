import type { PromoView } from '@assay/contract';
import { laterPayments, restOfMonth } from './laterPayments.ts';

const now = new Date('2026-11-28T12:00:00.000Z');
const next = '2026-12-01T12:00:00.000Z';
const promo: PromoView = {
  customerFacingCode: 'HARBOUR20',
  applicablePlanTiers: [3, 4],
  percentOff: 20,
  amountOff: null,
  promoCodeDuration: 'repeating',
  promoCodeDurationInMonths: 3,
  requiresCreditCard: true,
};

describe('what is charged after a change of plan', () => {
  it('is the price from the next payment on', () => {
    expect(laterPayments(3, null, next, now)).toEqual([{ label: 'from Dec 1', amount: 42_000 }]);
  });

  it('is reduced for the months of the promo code', () => {
    expect(laterPayments(3, promo, next, now)).toEqual([
      { label: 'Dec 1, Jan 1, Feb 1', amount: 33_600 },
      { label: 'from Mar 1', amount: 42_000 },
    ]);
  });

  it('begins a month after a first payment, which is one of the reduced ones', () => {
    expect(laterPayments(3, { ...promo, promoCodeDurationInMonths: 2 }, null, now)).toEqual([
      { label: 'Dec 28', amount: 33_600 },
      { label: 'from Jan 28', amount: 42_000 },
    ]);
    expect(laterPayments(3, { ...promo, promoCodeDurationInMonths: 1 }, null, now)).toHaveLength(1);
  });

  it('falls on the last day of shorter months', () => {
    const lastOfJanuary = new Date('2027-01-31T12:00:00.000Z');
    expect(laterPayments(3, { ...promo, promoCodeDurationInMonths: 2 }, null, lastOfJanuary)).toEqual([
      { label: 'Feb 28', amount: 33_600 },
      { label: 'from Mar 31', amount: 42_000 },
    ]);
  });

  it('is named by its first and last month where there are many', () => {
    const [reduced] = laterPayments(3, { ...promo, promoCodeDurationInMonths: 12 }, next, now);
    expect(reduced?.label).toBe('Dec 1 to Nov 1');
  });

  it('is reduced for good, or not at all, by codes without months', () => {
    const duration = { promoCodeDurationInMonths: null };
    const forever = { ...promo, ...duration, promoCodeDuration: 'forever' as const };
    expect(laterPayments(3, forever, next, now)).toEqual([{ label: 'from Dec 1', amount: 33_600 }]);
    const once = { ...promo, ...duration, promoCodeDuration: 'once' as const };
    expect(laterPayments(3, once, next, now)).toEqual([{ label: 'from Dec 1', amount: 42_000 }]);
  });
});

describe('the rest of a paid month', () => {
  it('counts days that have begun', () => {
    expect(restOfMonth(next, now)).toBe('3 of 30 days');
    expect(restOfMonth(next, new Date('2026-11-28T13:00:00.000Z'))).toBe('3 of 30 days');
  });

  it('is never more than the month, or less than nothing', () => {
    expect(restOfMonth(next, new Date('2026-10-20T12:00:00.000Z'))).toBe('30 of 30 days');
    expect(restOfMonth(next, new Date('2026-12-02T12:00:00.000Z'))).toBe('0 of 30 days');
  });
});
