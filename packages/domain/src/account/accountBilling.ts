import {
  type AccountId,
  type AccountPlan,
  isCurrent,
  isFreePlan,
  type ProcessorSubscription,
  planOf,
  type Subscription,
  subscriptionFrom,
  type Tier,
  type UserId,
} from '@assay/contract';
import type { AccountEvent } from '@assay/event-schemas';
import { never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

/** What is known of an account at the payment processor. */
export type BillingState = {
  customerId: string | null;
  subscription: Subscription | null;
  /** The payment that has not ended; null: none. */
  payment: { paymentId: string; until: string } | null;
  /** Promo codes of payments that went through, in lower case. Each serves once for an account. */
  usedPromoCodes: ReadonlySet<string>;
};

export const noBilling: BillingState = {
  customerId: null,
  subscription: null,
  payment: null,
  usedPromoCodes: new Set(),
};

export type LinkBillingCustomer = { type: 'linkBillingCustomer'; customerId: string };
/** `until`: when the payment is taken for lost if it has not ended. */
export type BeginPayment = {
  type: 'beginPayment';
  paymentId: string;
  tier: Tier;
  promoCode: string | null;
  now: string;
  until: string;
};
export type FailPayment = { type: 'failPayment'; paymentId: string; reason: string };
/** `fetched`: what the payment processor says; null: it has no subscription of the account. */
export type ApplySubscription = {
  type: 'applySubscription';
  fetched: ProcessorSubscription | null;
  cause: 'payment' | 'notice' | 'reconciliation';
  now: string;
};
/** Selects the tier that costs nothing, without a subscription. */
export type SelectFreePlan = { type: 'selectFreePlan' };
export type ViewPlans = { type: 'viewPlans'; userId: UserId };
export type BillingCommand =
  | LinkBillingCustomer
  | BeginPayment
  | FailPayment
  | ApplySubscription
  | SelectFreePlan
  | ViewPlans;

type BilledAccount = {
  accountId: AccountId;
  plan: AccountPlan;
  setup: ReadonlySet<string> | null;
  billing: BillingState;
};

/** @returns whether two plans include the same */
export function isSamePlan(a: AccountPlan, b: AccountPlan): boolean {
  return (Object.keys(a) as (keyof AccountPlan)[]).every((field) => String(a[field]) === String(b[field]));
}

/** The events by which the account gets a plan, and its set-up the step. */
function planEvents({ accountId, plan, setup }: BilledAccount, next: AccountPlan): AccountEvent[] {
  return [
    ...(isSamePlan(plan, next) ? [] : [{ type: 'AccountPlanChanged' as const, data: { accountId, plan: next } }]),
    ...(setup === null || setup.has('Payment')
      ? []
      : [{ type: 'AccountSetupStepFinished' as const, data: { accountId, step: 'Payment' } }]),
  ];
}

function applySubscription(account: BilledAccount, { fetched, cause, now }: ApplySubscription): AccountEvent[] {
  const { accountId, billing } = account;
  const before = billing.subscription;
  const seen = fetched ?? (before && { ...before, status: 'canceled' as const });
  if (seen === null) return [];
  const subscription = subscriptionFrom(seen, before, now);
  // An old subscription that has ended says nothing about an account that never had it.
  if (!isCurrent(subscription) && !isCurrent(before)) return [];
  const isSame = JSON.stringify(subscription) === JSON.stringify(before);
  // A payment ends by this event, whatever it has changed.
  if (isSame && cause !== 'payment') return [];
  const changed: AccountEvent = { type: 'SubscriptionChanged', data: { accountId, cause, subscription } };
  const decidesPlan = before?.tier !== subscription.tier || isCurrent(before) !== isCurrent(subscription);
  if (!decidesPlan && cause !== 'payment') return [changed];
  return [changed, ...planEvents(account, planOf(isCurrent(subscription) ? subscription.tier : 1))];
}

/** Decides what concerns the payment for an account. */
export function decideBilling(command: BillingCommand, account: BilledAccount): AccountEvent[] {
  const { accountId, billing } = account;
  switch (command.type) {
    case 'linkBillingCustomer': {
      const { customerId } = command;
      if (billing.customerId !== null) return [];
      return [{ type: 'BillingCustomerCreated', data: { accountId, customerId } }];
    }
    case 'beginPayment': {
      const { paymentId, tier, promoCode, now, until } = command;
      const { payment } = billing;
      if (payment?.paymentId === paymentId) return [];
      if (payment !== null && payment.until > now) throw new DomainError('account.paymentRunning');
      return [{ type: 'PaymentBegun', data: { accountId, paymentId, tier, promoCode, until } }];
    }
    case 'failPayment': {
      const { paymentId, reason } = command;
      if (billing.payment?.paymentId !== paymentId) return [];
      return [{ type: 'PaymentFailed', data: { accountId, paymentId, reason } }];
    }
    case 'applySubscription':
      return applySubscription(account, command);
    case 'selectFreePlan':
      return planEvents(account, planOf(1));
    case 'viewPlans':
      if (!isFreePlan(account.plan)) return [];
      return [{ type: 'PlansViewed', data: { accountId, userId: command.userId } }];
    default:
      return never(command);
  }
}

/** @returns what is known of the account at the payment processor after an event */
export function evolveBilling(billing: BillingState, event: AccountEvent): BillingState {
  switch (event.type) {
    case 'BillingCustomerCreated':
      return { ...billing, customerId: event.data.customerId };
    case 'PaymentBegun': {
      const { paymentId, until } = event.data;
      return { ...billing, payment: { paymentId, until } };
    }
    case 'PaymentFailed':
      return { ...billing, payment: null };
    case 'SubscriptionChanged': {
      const { subscription, cause } = event.data;
      if (cause !== 'payment') return { ...billing, subscription };
      const used = subscription.discount?.promoCode.toLowerCase();
      const usedPromoCodes = new Set([...billing.usedPromoCodes, ...(used === undefined ? [] : [used])]);
      return { ...billing, subscription, payment: null, usedPromoCodes };
    }
    default:
      return billing;
  }
}
