import type { PaymentProcessor } from '@assay/contract';
import type { Proxies } from '@assay/proxies';
import type { StripeSettings } from './stripeSettings.ts';

/** @returns Stripe as the payment processor. Its client is large, and few installations take payments. */
export async function openStripe(settings: StripeSettings, access: { proxies: Proxies }): Promise<PaymentProcessor> {
  const { stripeProcessor } = await import('./stripeProcessor.ts');
  return stripeProcessor(settings, access);
}
