import type { AccountView, ErrorBody, PaymentInfoView, PaymentPreviewView, PromoView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type FakeStripe, testCards } from '../../../test/support/fakeStripe.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { type PayingApi, startPayingApi } from './startPayingApi.ts';

const halfOff = { percentOff: 50, amountOff: null, duration: 'repeating', months: 2, products: [], active: true };

describe('payment for a plan', () => {
  let stripe: FakeStripe;
  let api: ApiUnderTest;
  let person: Person;
  let accounts = 0;
  let stop: PayingApi['stop'];
  beforeAll(async () => {
    ({ api, stripe, stop } = await startPayingApi());
  });
  afterAll(() => stop());
  beforeEach(async () => {
    stripe.instead = () => undefined;
    accounts += 1;
    person = await api.newAccount(`payer-${accounts}`);
  });

  const pay = (linuxPlanTier: number, more: object = {}, headers: Record<string, string> = {}) =>
    api.call<ErrorBody & { id: string }>('POST', '/account/payment-info', {
      as: person,
      body: { linuxPlanTier, ...more },
      headers,
    });
  const paid = async (tier: number, more: object = { cardToken: stripe.card() }) => {
    const answer = await pay(tier, more);
    expect(answer).toMatchObject({ status: 200 });
    await api.caughtUp();
    return answer.body;
  };
  const account = async () => (await api.call<AccountView>('GET', '/account', { as: person })).body;
  const info = async () => (await api.call<PaymentInfoView>('GET', '/account/payment-info', { as: person })).body;
  const customerId = async () => {
    const { state } = await api.eventLog.load((await import('@assay/domain')).accountDecider, person.accountId);
    return (state.exists ? state.billing.customerId : null) ?? '';
  };
  const own = async () => {
    const customer = await customerId();
    return [...stripe.subscriptions.values()].filter((each) => each.customer === customer);
  };
  const tell = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    api.app.inject({ method: 'POST', url: '/api/hooks/stripe', payload: body, headers });
  const field = (name: string, message: unknown) => ({ status: 400, body: { errors: [{ field: name, message }] } });

  it('gives the account the tier at once, and shows the card by its last digits only', async () => {
    expect((await info()).subscription).toBeNull();
    await paid(3);
    expect(await account()).toMatchObject({ currentPlan: 3, numberOfRunners: 30 });
    expect((await info()).subscription).toMatchObject({
      tier: 3,
      status: 'active',
      monthlyPrice: 42_000,
      card: { brand: 'visa', lastFour: '4242' },
    });
    const plan = await api.call('GET', '/plan', { as: person });
    expect(plan.body).toMatchObject({ name: 'Tier 3', monthlyPrice: 42_000, monthlyPriceWithPromoCode: null });
  });

  it('is refused in the words of the processor at the card field, and changes nothing', async () => {
    expect(await pay(2, { cardToken: 'pm_unknown' })).toMatchObject(field('cardToken', 'Invalid Credit Card'));
    const declined = await pay(2, { cardToken: stripe.card(testCards.declinedLater) });
    expect(declined).toMatchObject(field('cardToken', 'Your card was declined.'));
    const confirmed = await pay(2, { cardToken: stripe.card(testCards.confirmedEachTime) });
    expect(confirmed).toMatchObject(field('cardToken', expect.stringMatching(/confirms each payment/)));
    expect(await pay(2)).toMatchObject(field('cardToken', 'Enter a card'));
    expect((await account()).monthlyExecutionHoursLimit).toBeNull();
    await paid(2);
  });

  it('says that the processor is away, and keeps what the account has', async () => {
    await paid(3);
    stripe.instead = () => 'cut';
    const away = await pay(4);
    expect(away).toMatchObject({
      status: 503,
      body: { code: 'billing.away', message: 'Could not communicate with credit card processor' },
    });
    await api.caughtUp();
    expect((await account()).currentPlan).toBe(3);
    stripe.instead = () => undefined;
    await paid(4, {});
    expect(await own()).toHaveLength(1);
  });

  it('says that the payment failed where the processor finds the request wrong, and not that it is away', async () => {
    await paid(3);
    const error = { type: 'invalid_request_error', message: 'No such price', param: 'items[0][price]' };
    const wrong = { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
    stripe.instead = ({ method }) => (method === 'POST' ? wrong : undefined);
    expect(await pay(4)).toMatchObject({
      status: 500,
      body: { code: 'billing.failed', message: expect.stringContaining('failed for an unexpected reason') },
    });
    const reasons: string[] = [];
    for await (const event of api.eventLog.read(`account-${person.accountId}`)) {
      if (event.type === 'PaymentFailed') reasons.push(event.data.reason);
    }
    expect(reasons).toEqual(['unexpected']);
    stripe.instead = () => undefined;
    await paid(4, {});
  });

  it('takes a promo code off, names its effect before, and takes each code once', async () => {
    stripe.promos.set('LAUNCH50', { ...halfOff, products: ['prod_2', 'prod_3'] });
    const promo = await api.call<PromoView>('GET', '/account/promo-code?promoCode=launch50', { as: person });
    expect(promo.body).toMatchObject({ customerFacingCode: 'LAUNCH50', percentOff: 50, applicablePlanTiers: [2, 3] });
    const preview = await api.call<PaymentPreviewView>(
      'GET',
      '/account/payment-preview?linuxPlanTier=2&promoCode=LAUNCH50',
      { as: person },
    );
    expect(preview.body).toEqual({ dueNow: 9_000, monthlyPrice: 18_000, monthlyPriceWithPromoCode: 9_000 });
    const invalid = field('promoCode', 'Promo Code LAUNCH50 is not currently valid');
    expect(await pay(4, { cardToken: stripe.card(), promoCode: 'LAUNCH50' })).toMatchObject(invalid);
    await paid(2, { cardToken: stripe.card(), promoCode: 'LAUNCH50' });
    expect((await info()).subscription).toMatchObject({ monthlyPrice: 9_000, promoCode: 'LAUNCH50' });
    expect((await api.call('GET', '/plan', { as: person })).body).toMatchObject({
      promoCode: 'LAUNCH50',
      monthlyPriceWithPromoCode: 9_000,
      promoCodeDuration: 'repeating',
      promoCodeDurationInMonths: 2,
    });
    expect(await pay(3, { promoCode: 'LAUNCH50' })).toMatchObject(invalid);
    const spring = field('promoCode', 'Promo Code SPRING26 is not currently valid');
    expect(await pay(3, { promoCode: 'SPRING26' })).toMatchObject(spring);
  });

  it('makes one subscription when two tabs pay at once', async () => {
    const [first, second] = await Promise.all([
      pay(2, { cardToken: stripe.card() }),
      pay(3, { cardToken: stripe.card() }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const refused = first.status === 409 ? first : second;
    expect(refused.body.code).toBe('account.paymentRunning');
    expect(await own()).toHaveLength(1);
  });

  it('is carried out once for a request that is sent again', async () => {
    const [cardToken, headers] = [stripe.card(), { 'idempotency-key': 'once-and-again' }];
    const first = await pay(2, { cardToken }, headers);
    const again = await pay(2, { cardToken }, headers);
    expect([first.status, again.body.id]).toEqual([200, first.body.id]);
    expect(await own()).toHaveLength(1);
  });

  it('changes the subscription there is, and ends it with the paid period for Tier 1', async () => {
    await paid(2);
    await paid(4, {});
    expect(await own()).toMatchObject([{ price: 'price_4' }]);
    await paid(1, {});
    expect(await account()).toMatchObject({ currentPlan: 4 });
    expect((await info()).subscription).toMatchObject({ tier: 4, endsWithPeriod: true });
    const [subscription] = await own();
    if (subscription) subscription.status = 'canceled';
    expect((await tell(stripe.notice(await customerId(), 'customer.subscription.deleted'))).statusCode).toBe(200);
    await eventually(async () => (await account()).currentPlan === 1);
    expect((await info()).subscription).toBeNull();
  });

  it('selects Tier 1 without a card or a subscription', async () => {
    await paid(1, {});
    expect(await account()).toMatchObject({ currentPlan: 1, monthlyExecutionHoursLimit: 5 });
    expect(await own()).toEqual([]);
  });

  it('shows the customer to staff only', async () => {
    await paid(2);
    const path = `/employee/accounts/${person.accountId}/customer-id`;
    expect((await api.call('GET', path, { as: person })).status).toBe(403);
    const staff = await api.newAccount(`staff-${accounts}`);
    await grantStaff(api, staff);
    const seen = await api.call('GET', path, { as: staff });
    expect(seen).toMatchObject({ status: 200, body: { customerId: await customerId() } });
  });
});
