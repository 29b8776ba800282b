import type { Tier } from '@assay/contract';
import { requireAddress, together } from '../gitServices/gitAppSettings.ts';

/** The tiers that cost something. */
export type PaidTier = Exclude<Tier, 1>;

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  priceIds: Readonly<Record<PaidTier, string>>;
  /** Of the API. */
  address: string;
  scriptUrl: string;
};

const names = [
  'ASSAY_STRIPE_SECRET_KEY',
  'ASSAY_STRIPE_PUBLISHABLE_KEY',
  'ASSAY_STRIPE_WEBHOOK_SECRET',
  'ASSAY_STRIPE_PRICE_TIER_2',
  'ASSAY_STRIPE_PRICE_TIER_3',
  'ASSAY_STRIPE_PRICE_TIER_4',
] as const;

/**
 * @returns what `ASSAY_STRIPE_…` configures; null: billing is off
 * @throws RangeError that names the variable which is wrong or missing
 */
export function stripeSettingsOf(env: NodeJS.ProcessEnv): StripeSettings | null {
  const given = together(env, names);
  if (given === null) return null;
  return {
    secretKey: given.ASSAY_STRIPE_SECRET_KEY,
    publishableKey: given.ASSAY_STRIPE_PUBLISHABLE_KEY,
    webhookSecret: given.ASSAY_STRIPE_WEBHOOK_SECRET,
    priceIds: {
      2: given.ASSAY_STRIPE_PRICE_TIER_2,
      3: given.ASSAY_STRIPE_PRICE_TIER_3,
      4: given.ASSAY_STRIPE_PRICE_TIER_4,
    },
    address: requireAddress('ASSAY_STRIPE_URL', env.ASSAY_STRIPE_URL || 'https://api.stripe.com'),
    scriptUrl: env.ASSAY_STRIPE_SCRIPT_URL || 'https://js.stripe.com/clover/stripe.js',
  };
}
