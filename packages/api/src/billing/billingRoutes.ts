import { customerOf, ProcessorAway, payForPlan, requirePromo } from '@assay/application';
import {
  billingCalls,
  discountedPrice,
  graceEndOf,
  isCurrent,
  monthlyPrices,
  type PaymentProcessor,
  type ProcessorOutcome,
  type Subscription,
  type SubscriptionView,
} from '@assay/contract';
import { accountDecider, DomainError } from '@assay/domain';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { Member } from '../http/callers.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/** @throws ApiError `billing.isOff` */
function requirePayments({ config }: Api): PaymentProcessor {
  if (config.payments === null) throw new ApiError('billing.isOff');
  return config.payments;
}

/** @throws ProcessorAway where the processor has not answered with it */
function answerOf<Value>(answer: ProcessorOutcome<Value>): Value {
  if (answer.outcome !== 'done') throw new ProcessorAway();
  return answer.value;
}

async function billingOf({ eventLog }: Api, { accountId }: Pick<Member, 'accountId'>) {
  const { state } = await eventLog.load(accountDecider, accountId);
  if (!state.exists) throw new DomainError('account.notFound');
  return state.billing;
}

function subscriptionView(subscription: Subscription): SubscriptionView {
  const { tier, status, periodEnd, endsWithPeriod, card, discount } = subscription;
  const graceUntil = status === 'past_due' ? graceEndOf(subscription) : null;
  return {
    ...{ tier, status, periodEnd, endsWithPeriod, graceUntil, card },
    monthlyPrice: discountedPrice(tier, discount),
    promoCode: discount?.promoCode ?? null,
  };
}

const getPaymentInfo = route(billingCalls.getPaymentInfo, async ({ api: { config }, caller }) => {
  const { payments } = config;
  if (payments === null) return { billing: null, subscription: null };
  const { publishableKey, scriptUrl } = payments;
  const subscription = (await caller.models.billing())?.subscription ?? null;
  return {
    billing: { publishableKey, scriptUrl },
    subscription: isCurrent(subscription) ? subscriptionView(subscription) : null,
  };
});

const changePaymentInfo = route(
  billingCalls.changePaymentInfo,
  async ({ api, body, caller: { accountId }, context, newId }) => {
    const payments = requirePayments(api);
    const { linuxPlanTier: tier, cardToken = null, promoCode = null } = body;
    const payment = { paymentId: newId<string>(), accountId, tier, cardToken, promoCode };
    const result = await payForPlan({ eventLog: api.eventLog, payments }, payment, context);
    return commandAnswer(api.eventLog, result);
  },
);

const setUpCard = route(billingCalls.setUpCard, async ({ api, caller: { accountId }, context }) => {
  const payments = requirePayments(api);
  const customerId = await customerOf({ eventLog: api.eventLog, payments }, accountId, context);
  return { clientSecret: answerOf(await payments.setUpCard(customerId)) };
});

const previewPayment = route(billingCalls.previewPayment, async ({ api, caller, query }) => {
  const payments = requirePayments(api);
  const { linuxPlanTier: tier, promoCode } = query;
  const billing = await billingOf(api, caller);
  const promo = promoCode === undefined ? null : await requirePromo(payments, promoCode, tier, billing);
  const { accountId } = caller;
  const wanted = { accountId, customerId: billing.customerId, tier, promoId: promo?.promoId ?? null };
  return {
    dueNow: answerOf(await payments.preview(wanted)),
    monthlyPrice: monthlyPrices[tier],
    monthlyPriceWithPromoCode: promo && discountedPrice(tier, { ...promo, promoCode: promo.customerFacingCode }),
  };
});

/** Limited as codes of new logins are, so that guessing does not find one. */
const getPromoOfAccount = route(
  billingCalls.getPromoOfAccount,
  async ({ api, caller, query: { promoCode }, request }) => {
    const payments = requirePayments(api);
    const attempt = api.promoLimits.begin(request.ip, request.ip);
    const { promoId: _, ...promo } = await requirePromo(payments, promoCode, null, await billingOf(api, caller));
    attempt.succeeded();
    return promo;
  },
);

const listInvoices = route(billingCalls.listInvoices, async ({ api, caller }) => {
  const { payments } = api.config;
  const { customerId } = await billingOf(api, caller);
  return payments === null || customerId === null ? [] : answerOf(await payments.listInvoices(customerId));
});

const getUsageHistory = route(billingCalls.getUsageHistory, ({ caller }) => caller.models.usageHistory(new Date()));

const notifySales = route(billingCalls.notifySales, async ({ api, caller, context }) => {
  if (!('userId' in caller)) return null;
  const { accountId, userId } = caller;
  await api.eventLog.handle(accountDecider, accountId, { type: 'viewPlans', userId }, context);
  return null;
});

export const billingRoutes: readonly Route[] = [
  getPaymentInfo,
  changePaymentInfo,
  setUpCard,
  previewPayment,
  getPromoOfAccount,
  listInvoices,
  getUsageHistory,
  notifySales,
];
