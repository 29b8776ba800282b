import { messages, type ProcessorOutcome } from '@assay/contract';
import Stripe from 'stripe';

const { errors } = Stripe;

/** Whether Stripe cannot be reached, or does not say whether it did what it was asked. */
function isAway(error: unknown): boolean {
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  );
}

/** The bank asks for a confirmation although the card was confirmed when it was entered, and the payment has no page. */
const confirmationCodes: ReadonlySet<string | undefined> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
]);

/** What a request may name that Stripe does not know. */
const ofCard = /^(payment_method|default_payment_method)/;

/**
 * @returns how a call to Stripe ended
 * @throws what is no answer of Stripe, and requests that it takes for wrong
 */
export async function outcomeOf<Value>(asked: Promise<Value>): Promise<ProcessorOutcome<Value>> {
  try {
    return { outcome: 'done', value: await asked };
  } catch (error) {
    if (error instanceof errors.StripeError && confirmationCodes.has(error.code)) {
      return { outcome: 'refused', message: messages.cardNeedsConfirmation };
    }
    if (error instanceof errors.StripeCardError) return { outcome: 'refused', message: error.message };
    if (isAway(error)) return { outcome: 'away' };
    if (error instanceof errors.StripeInvalidRequestError && ofCard.test(error.param ?? '')) {
      return { outcome: 'refused', message: null };
    }
    throw error;
  }
}
