import { stripeSettingsOf } from './stripeSettings.ts';

const env = {
  ASSAY_STRIPE_SECRET_KEY: 'sk_test',
  ASSAY_STRIPE_PUBLISHABLE_KEY: 'pk_test',
  ASSAY_STRIPE_WEBHOOK_SECRET: 'whsec',
  ASSAY_STRIPE_PRICE_TIER_2: 'price_2',
  ASSAY_STRIPE_PRICE_TIER_3: 'price_3',
  ASSAY_STRIPE_PRICE_TIER_4: 'price_4',
};

describe('the settings of Stripe', () => {
  it('are off without any, and Stripe itself with all', () => {
    expect(stripeSettingsOf({})).toBeNull();
    expect(stripeSettingsOf(env)).toMatchObject({
      secretKey: 'sk_test',
      priceIds: { 2: 'price_2', 3: 'price_3', 4: 'price_4' },
      address: 'https://api.stripe.com',
    });
  });

  it.each(Object.keys(env))('name %s when it alone is missing', (name) => {
    expect(() => stripeSettingsOf({ ...env, [name]: '' })).toThrow(`${name} is missing.`);
  });

  it('refuse an address that is not secure', () => {
    expect(() => stripeSettingsOf({ ...env, ASSAY_STRIPE_URL: 'http://stripe.example.com' })).toThrow(/https address/);
  });
});
