import type { AccountView, ErrorBody, PaymentInfoView } from '@assay/contract';
import { openStripe } from '@assay/integrations';
import { proxiesOf } from '@assay/proxies';
import { type FakeStripe, fakeStripe } from '../../../test/support/fakeStripe.ts';
import type { AutomationDeps } from '../../automation/src/automationDeps.ts';
import { reconcileSubscriptions } from '../../automation/src/billing/reconcileSubscriptions.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

describe('the nightly comparison with the payment processor', () => {
  let stripe: FakeStripe;
  let api: ApiUnderTest;
  let person: Person;
  const payments = () => openStripe(stripe.settings, { proxies: proxiesOf({}) });
  beforeAll(async () => {
    stripe = await fakeStripe();
    api = await startApi({ payments: await payments() });
    person = api.admin;
    const body = { linuxPlanTier: 3, cardToken: stripe.card() };
    await api.done('POST', '/account/payment-info', { body });
  });
  afterAll(async () => {
    await api.stop();
    await stripe.stop();
  });

  async function reconcile(): Promise<object[]> {
    const warned: object[] = [];
    const { eventLog, operations, readModels } = api;
    const deps = {
      ...{ eventLog, operations, readModels, payments: await payments() },
      log: { warn: (details: object) => void warned.push(details) },
      stopping: new AbortController().signal,
    };
    await reconcileSubscriptions.run(deps as object as AutomationDeps, new Date());
    await api.caughtUp();
    return warned;
  }
  const account = async () => (await api.call<AccountView>('GET', '/account', { as: person })).body;
  const status = async () =>
    (await api.call<PaymentInfoView>('GET', '/account/payment-info')).body.subscription?.status ?? null;
  const atStripe = () => {
    const [found] = [...stripe.subscriptions.values()];
    if (!found) throw new Error('the account has a subscription');
    return found;
  };

  it('records what no webhook has said, with the difference', async () => {
    expect(await reconcile()).toEqual([]);
    Object.assign(atStripe(), { status: 'past_due', price: 'price_4' });
    const { accountId } = person;
    expect(await reconcile()).toMatchObject([
      { accountId, differences: { status: ['active', 'past_due'], tier: [3, 4] } },
    ]);
    expect([await status(), (await account()).currentPlan]).toEqual(['past_due', 4]);
    expect(await reconcile()).toEqual([]);
  });

  it('changes nothing while the processor is away', async () => {
    stripe.instead = () => 'cut';
    await expect(reconcile()).rejects.toMatchObject({ name: 'ProcessorAway' });
    stripe.instead = () => undefined;
    expect(await status()).toBe('past_due');
  });
});

describe('an account where billing is off', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('has what its configuration grants, and nothing to pay', async () => {
    expect((await api.call('GET', '/account/payment-info')).body).toEqual({ billing: null, subscription: null });
    expect((await api.call('GET', '/account/invoices')).body).toEqual([]);
    expect((await api.call('GET', '/plan')).body).toMatchObject({ monthlyPrice: null, testingMinutes: null });
    const refused = await api.call<ErrorBody>('POST', '/account/payment-info', { body: { linuxPlanTier: 2 } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'billing.isOff' } });
    const hook = await api.app.inject({ method: 'POST', url: '/api/hooks/stripe', payload: {} });
    expect(hook.statusCode).toBe(404);
  });

  it('is not paid for by users', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    for (const path of ['payment-info', 'invoices', 'promo-code?promoCode=X', 'payment-preview?linuxPlanTier=2']) {
      expect((await api.call('GET', `/account/${path}`, { as: user })).status).toBe(403);
    }
    const pay = await api.call('POST', '/account/payment-info', { as: user, body: { linuxPlanTier: 2 } });
    expect([pay.status, (await api.call('POST', '/account/card-setup', { as: user })).status]).toEqual([403, 403]);
    expect((await api.call('POST', '/sales-video-notification', { as: user })).status).toBe(204);
  });
});
