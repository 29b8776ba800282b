import type { Tier } from '../accounts/accountPlan.ts';

/**
 * Our own states of a subscription.
 * - `trialing`, `active`: everything of the plan works
 * - `past_due`: a payment failed; everything works during the grace period
 * - `unpaid`: the grace period is over; results can be read, no run starts
 * - `canceled`: the account is on the lowest tier
 */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** How many days everything works after a failed payment. */
export const graceDays = 7;
const dayMs = 86_400_000;

/** The details of a card that people may see. */
export type Card = { brand: string; lastFour: string; expiryMonth: number; expiryYear: number };

export const promoDurations = ['forever', 'once', 'repeating'] as const;
export type PromoDuration = (typeof promoDurations)[number];

/** What a promo code takes off; one of `percentOff` and `amountOff` (cents) is null. */
export type Discount = {
  promoCode: string;
  percentOff: number | null;
  amountOff: number | null;
  promoCodeDuration: PromoDuration;
  /** Of the duration `repeating`. */
  promoCodeDurationInMonths: number | null;
};

/** A subscription as the payment processor has it, in terms of the product. */
export type ProcessorSubscription = {
  subscriptionId: string;
  tier: Tier;
  /** Without `unpaid` by an ended grace period: that is for the account to decide. */
  status: SubscriptionStatus;
  /** End of the paid period, ISO 8601. */
  periodEnd: string | null;
  /** Whether it ends with the paid period. */
  endsWithPeriod: boolean;
  card: Card | null;
  discount: Discount | null;
};

/** The subscription of an account. */
export type Subscription = ProcessorSubscription & {
  /** Since when a payment is missing, ISO 8601; null: none is. */
  pastDueSince: string | null;
};

/** @returns until when everything works without the missing payment, ISO 8601; null: none is missing */
export function graceEndOf({ pastDueSince }: Pick<Subscription, 'pastDueSince'>): string | null {
  return pastDueSince === null ? null : new Date(Date.parse(pastDueSince) + graceDays * dayMs).toISOString();
}

/**
 * The state of a subscription that was just fetched. Only a fetch ends the grace period: while the processor is away,
 * an account keeps what it had.
 * @param before what was known until now
 */
export function subscriptionFrom(
  fetched: ProcessorSubscription,
  before: Subscription | null,
  now: string,
): Subscription {
  if (fetched.status !== 'past_due') {
    const isMissing = fetched.status === 'unpaid';
    return { ...fetched, pastDueSince: isMissing ? (before?.pastDueSince ?? now) : null };
  }
  const isSame = before?.subscriptionId === fetched.subscriptionId;
  const pastDueSince = (isSame ? before.pastDueSince : null) ?? now;
  const isOver = (graceEndOf({ pastDueSince }) ?? now) <= now;
  return { ...fetched, status: isOver ? 'unpaid' : 'past_due', pastDueSince };
}

/** @returns whether the subscription still decides the plan of its account */
export function isCurrent(subscription: Subscription | null): subscription is Subscription {
  return subscription !== null && subscription.status !== 'canceled';
}
