import {
  type Card,
  type Discount,
  type InvoiceView,
  type ProcessorPromo,
  type ProcessorSubscription,
  promoDurations,
  type SubscriptionStatus,
  type Tier,
} from '@assay/contract';
import type Stripe from 'stripe';
import type { PaidTier, StripeSettings } from './stripeSettings.ts';

/** ISO 8601 of seconds since 1970. */
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'canceled',
  // The first payment did not go through: it never was one.
  incomplete: 'canceled',
  incomplete_expired: 'canceled',
};

export const paidTiers = [2, 3, 4] as const satisfies readonly PaidTier[];

function tierOf({ priceIds }: StripeSettings, { items, metadata, id }: Stripe.Subscription): Tier {
  const priceId = items.data[0]?.price.id;
  const tier = paidTiers.find((each) => priceIds[each] === priceId);
  // The price may be one of before.
  const noted = tier ?? paidTiers.find((each) => String(each) === metadata.tier);
  if (noted === undefined) throw new RangeError(`The price ${priceId} of ${id} at Stripe does not belong to a tier.`);
  return noted;
}

function cardOf(method: Stripe.Subscription['default_payment_method']): Card | null {
  const card = typeof method === 'object' ? method?.card : null;
  if (!card) return null;
  return { brand: card.brand, lastFour: card.last4, expiryMonth: card.exp_month, expiryYear: card.exp_year };
}

function offOf(coupon: Stripe.Coupon) {
  return {
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    promoCodeDuration: promoDurations.find((known) => known === coupon.duration) ?? 'once',
    promoCodeDurationInMonths: coupon.duration_in_months,
  };
}

function discountOf({ discounts }: Stripe.Subscription): Discount | null {
  const [discount] = discounts;
  if (discount === undefined || typeof discount === 'string') return null;
  const { source, promotion_code: code } = discount;
  if (source.coupon === null || typeof source.coupon === 'string') return null;
  const promoCode = typeof code === 'object' && code !== null ? code.code : source.coupon.id;
  return { promoCode, ...offOf(source.coupon) };
}

/** What a subscription has to be expanded by. */
export const subscriptionParts = ['default_payment_method', 'discounts.promotion_code', 'discounts.source.coupon'];

/** @returns a subscription in terms of the product */
export function subscriptionOf(settings: StripeSettings, subscription: Stripe.Subscription): ProcessorSubscription {
  const end = subscription.items.data[0]?.current_period_end;
  return {
    subscriptionId: subscription.id,
    tier: tierOf(settings, subscription),
    // A state that this version does not know must not lock an account out.
    status: statuses[subscription.status] ?? 'active',
    periodEnd: end === undefined ? null : timeOf(end),
    endsWithPeriod: subscription.cancel_at_period_end,
    card: cardOf(subscription.default_payment_method),
    discount: discountOf(subscription),
  };
}

/** @param products of the prices by tier. @returns what a promo code takes off; null: its coupon is gone */
export function promoOf(
  { id, code, promotion, metadata }: Stripe.PromotionCode,
  products: Readonly<Record<PaidTier, string>>,
): ProcessorPromo | null {
  const { coupon } = promotion;
  if (coupon === null || typeof coupon === 'string' || !coupon.valid) return null;
  const applies = coupon.applies_to?.products ?? [];
  const applicable = paidTiers.filter((tier) => applies.length === 0 || applies.includes(products[tier]));
  return {
    promoId: id,
    customerFacingCode: code,
    applicablePlanTiers: applicable,
    ...offOf(coupon),
    requiresCreditCard: metadata?.requires_credit_card !== 'false',
  };
}

/** @returns an invoice in terms of the product */
export function invoiceOf({ id, created, description, lines, amount_due, invoice_pdf }: Stripe.Invoice): InvoiceView {
  return {
    id,
    at: timeOf(created),
    description: description ?? lines.data[0]?.description ?? '',
    amount: amount_due,
    url: invoice_pdf ?? null,
  };
}
