import { openStripe } from '@assay/integrations';
import { proxiesOf } from '@assay/proxies';
import { type FakeStripe, fakeStripe } from '../../../test/support/fakeStripe.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

/** An api and an automation that are paid through a fake of Stripe. */
export type PayingApi = { api: ApiUnderTest; stripe: FakeStripe; stop(): Promise<void> };

export async function startPayingApi(): Promise<PayingApi> {
  const stripe = await fakeStripe();
  const payments = await openStripe(stripe.settings, { proxies: proxiesOf({}) });
  const api = await startApi({ payments, automation: true });
  const stop = async () => {
    await api.stop();
    await stripe.stop();
  };
  return { api, stripe, stop };
}
