import {
  type AccountId,
  discountedPrice,
  isCurrent,
  messages,
  monthlyPrices,
  type PaymentProcessor,
  type ProcessorPromo,
  promoCodeMessage,
  type Tier,
} from '@assay/contract';
import { accountDecider, type BillingState, DomainError } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import { InvalidFields } from '../invalidFields.ts';
import { type BillingDeps, ProcessorAway, refreshSubscription } from './refreshSubscription.ts';

/** A payment failed for a reason other than a refusal or an unavailable processor. */
export class PaymentFailure extends Error {
  constructor(cause: unknown) {
    super('The payment failed.', { cause });
    this.name = 'PaymentFailure';
  }
}

/** An unfinished payment is considered lost after this time, as after a crash. */
const paymentMs = 120_000;

export type Payment = {
  paymentId: string;
  accountId: AccountId;
  tier: Tier;
  /** Null: the previous card. */
  cardToken: string | null;
  promoCode: string | null;
};

const refusedCard = (message: string | null) =>
  new InvalidFields({ field: 'cardToken', message: message ?? messages.invalidCard });

/**
 * @param billing of the account: a code serves once
 * @returns the promo code, which is valid for the tier now
 * @throws InvalidFields of `promoCode`; ProcessorAway
 */
export async function requirePromo(
  payments: PaymentProcessor,
  promoCode: string,
  tier: Tier | null,
  billing: BillingState,
): Promise<ProcessorPromo> {
  const answer = await payments.findPromo(promoCode);
  if (answer.outcome === 'away') throw new ProcessorAway();
  const promo = answer.outcome === 'done' ? answer.value : null;
  const isUsed = billing.usedPromoCodes.has(promoCode.toLowerCase());
  if (promo === null || isUsed || (tier !== null && !promo.applicablePlanTiers.includes(tier))) {
    throw new InvalidFields({ field: 'promoCode', message: promoCodeMessage(promoCode) });
  }
  return promo;
}

/** @returns the customer at the processor, who is created once. @throws ProcessorAway */
export async function customerOf(
  { eventLog, payments }: BillingDeps,
  accountId: AccountId,
  context: AppendContext,
): Promise<string> {
  const { state } = await eventLog.load(accountDecider, accountId);
  if (!state.exists) throw new DomainError('account.notFound');
  if (state.billing.customerId !== null) return state.billing.customerId;
  const created = await payments.createCustomer({ accountId, name: state.name });
  if (created.outcome !== 'done') throw new ProcessorAway();
  const command = { type: 'linkBillingCustomer' as const, customerId: created.value };
  await eventLog.handle(accountDecider, accountId, command, context);
  return created.value;
}

/** Why a payment failed, as recorded in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof InvalidFields) return 'cardRefused';
  return error instanceof ProcessorAway ? 'processorAway' : 'unexpected';
}

function isCardNeeded(tier: Tier, promo: ProcessorPromo | null): boolean {
  if (monthlyPrices[tier] === 0) return false;
  const discount = promo && { ...promo, promoCode: promo.customerFacingCode };
  return promo === null || promo.requiresCreditCard || discountedPrice(tier, discount) > 0;
}

/**
 * Pays for a tier, changes it or replaces the card. One payment of an account runs at a time, and the processor carries
 * out each once, however often it is asked.
 * @throws InvalidFields of `cardToken` in the words of the processor, of `promoCode`; DomainError
 * `account.paymentRunning`; ProcessorAway; PaymentFailure
 */
export async function payForPlan(
  deps: BillingDeps,
  { paymentId, accountId, tier, cardToken, promoCode }: Payment,
  context: AppendContext,
): Promise<CommandResult> {
  const { eventLog, payments } = deps;
  const { state } = await eventLog.load(accountDecider, accountId);
  if (!state.exists) throw new DomainError('account.notFound');
  const { billing } = state;
  // 1. Validate everything before any payment.
  const promo = promoCode === null ? null : await requirePromo(payments, promoCode, tier, billing);
  const hasSubscription = isCurrent(billing.subscription);
  if (tier === 1 && !hasSubscription) {
    return eventLog.handle(accountDecider, accountId, { type: 'selectFreePlan' }, context);
  }
  const hasCard = cardToken !== null || (hasSubscription && billing.subscription?.card !== null);
  if (isCardNeeded(tier, promo) && !hasCard) throw refusedCard(messages.cardMissing);
  // 2. Exclude other payments of the account from here on.
  const now = new Date();
  const until = new Date(now.getTime() + paymentMs).toISOString();
  const begin = { type: 'beginPayment' as const, paymentId, tier, promoCode, now: now.toISOString(), until };
  await eventLog.handle(accountDecider, accountId, begin, context);
  const failed = (reason: string) =>
    eventLog.handle(accountDecider, accountId, { type: 'failPayment', paymentId, reason }, context);
  try {
    const customerId = await customerOf(deps, accountId, context);
    const promoId = promo?.promoId ?? null;
    const wanted = { accountId, customerId, tier, cardToken, promoId, idempotencyKey: paymentId };
    const answer = await payments.subscribe(wanted);
    if (answer.outcome === 'refused') throw refusedCard(answer.message);
    if (answer.outcome === 'away') throw new ProcessorAway();
    // 3. Read the processor's state; if it becomes unavailable now, use its last answer.
    const applied = await refreshSubscription(deps, accountId, 'payment', context).catch((error: unknown) => {
      if (!(error instanceof ProcessorAway)) throw error;
      const fetched = answer.value;
      const command = { type: 'applySubscription' as const, fetched, cause: 'payment' as const };
      return eventLog.handle(accountDecider, accountId, { ...command, now: new Date().toISOString() }, context);
    });
    if (applied === null) throw new DomainError('account.notFound');
    return applied;
  } catch (error) {
    const reason = reasonOf(error);
    await failed(reason);
    throw reason === 'unexpected' ? new PaymentFailure(error) : error;
  }
}
