import { formatCents, type PromoView, type Tier } from '@assay/contract';

function durationText({ promoCodeDuration, promoCodeDurationInMonths: months }: PromoView): string {
  if (promoCodeDuration === 'once') return 'once';
  if (promoCodeDuration === 'forever' || months === null) return 'for as long as you subscribe';
  return months === 1 ? 'for 1 month' : `for ${months} months`;
}

function tiersText(tiers: readonly Tier[]): string {
  if (tiers.length === 3) return '';
  return `, on Tier ${tiers.join(' and ')}`;
}

/** @returns what a promo code takes off, such as `20% off for 3 months, on Tier 3 and 4` */
export function promoText(promo: PromoView): string {
  const off = promo.percentOff === null ? formatCents(promo.amountOff ?? 0) : `${promo.percentOff}%`;
  return `${off} off ${durationText(promo)}${tiersText(promo.applicablePlanTiers)}`;
}
