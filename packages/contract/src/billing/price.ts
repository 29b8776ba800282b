import { monthlyPrices, type Tier } from '../accounts/accountPlan.ts';
import type { Discount } from './subscription.ts';

/** @returns cents off the price, never more than the price; percentages are rounded half up */
export function centsOff(price: number, { percentOff, amountOff }: Pick<Discount, 'percentOff' | 'amountOff'>): number {
  if (amountOff !== null) return Math.min(amountOff, price);
  // Hundredths of a percent are whole numbers: floating point would round some halves down.
  const hundredths = Math.round((percentOff ?? 0) * 100);
  return Math.min(Math.floor((price * hundredths + 5_000) / 10_000), price);
}

/** @returns the price of a tier in cents a month while the discount lasts */
export function discountedPrice(tier: Tier, discount: Discount | null): number {
  const price = monthlyPrices[tier];
  return discount === null ? price : price - centsOff(price, discount);
}

/** @returns cents as dollars with two decimals, such as `$1,180.00` */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '−' : ''}$${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}
