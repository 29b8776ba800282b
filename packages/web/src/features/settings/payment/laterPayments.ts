import { discountedPrice, type PromoView, type Tier } from '@assay/contract';

/** Payments of one amount, such as those of `Dec 1, Jan 1`. */
type LaterPayments = { label: string; amount: number };

const dayMs = 86_400_000;
/** Payments with a discount that are named one by one. */
const namedPayments = 3;

/** @returns the same day of another month, or the last day of it */
function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), last));
  return moved;
}

const dayText = (date: Date) => date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });

function datesText(dates: readonly Date[]): string {
  const texts = dates.map(dayText);
  return texts.length <= namedPayments ? texts.join(', ') : `${texts[0]} to ${texts.at(-1)}`;
}

/**
 * @param next when a subscription is paid next; null: it begins today
 * @returns what is charged after today: the reduced price while the promo code lasts, then the full one
 */
export function laterPayments(tier: Tier, promo: PromoView | null, next: string | null, now: Date): LaterPayments[] {
  const paymentAt = (index: number) => (next === null ? addMonths(now, index + 1) : addMonths(new Date(next), index));
  const allFrom = (index: number, amount: number) => ({ label: `from ${dayText(paymentAt(index))}`, amount });
  const full = discountedPrice(tier, null);
  if (promo === null || promo.promoCodeDuration === 'once') return [allFrom(0, full)];
  const reduced = discountedPrice(tier, { ...promo, promoCode: promo.customerFacingCode });
  const { promoCodeDurationInMonths: months } = promo;
  if (promo.promoCodeDuration === 'forever' || months === null) return [allFrom(0, reduced)];
  const end = addMonths(now, months);
  const dates: Date[] = [];
  while (paymentAt(dates.length) < end) dates.push(paymentAt(dates.length));
  const withCode = dates.length === 0 ? [] : [{ label: datesText(dates), amount: reduced }];
  return [...withCode, allFrom(dates.length, full)];
}

/** @returns how many days of the paid month are left, such as `3 of 30 days` */
export function restOfMonth(periodEnd: string, now: Date): string {
  const end = new Date(periodEnd);
  const days = Math.round((end.getTime() - addMonths(end, -1).getTime()) / dayMs);
  const left = Math.ceil((end.getTime() - now.getTime()) / dayMs);
  return `${Math.min(Math.max(left, 0), days)} of ${days} days`;
}
