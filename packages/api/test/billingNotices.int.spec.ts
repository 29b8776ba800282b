import type { AccountView, ErrorBody, PaymentInfoView } from '@assay/contract';
import { accountDecider, billingNoticeDecider } from '@assay/domain';
import { eventually } from '../../../test/support/eventually.ts';
import type { FakeStripe } from '../../../test/support/fakeStripe.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type PayingApi, startPayingApi } from './startPayingApi.ts';

describe('notices of the payment processor', () => {
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
    person = await api.newAccount(`told-${accounts}`);
    const body = { linuxPlanTier: 3, cardToken: stripe.card() };
    await api.done('POST', '/account/payment-info', { as: person, body });
  });

  const billingOf = async ({ accountId }: Person) => {
    const { state } = await api.eventLog.load(accountDecider, accountId);
    if (!state.exists) throw new Error('the account exists');
    return state.billing;
  };
  const customerOf = async (one: Person) => (await billingOf(one)).customerId ?? '';
  const atStripe = async (one: Person) => {
    const customer = await customerOf(one);
    const found = [...stripe.subscriptions.values()].find((each) => each.customer === customer);
    if (!found) throw new Error('the account has a subscription');
    return found;
  };
  const tell = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    api.app.inject({ method: 'POST', url: '/api/hooks/stripe', payload: body, headers });
  const told = async (one: Person, kind?: string, options?: Parameters<FakeStripe['notice']>[2]) =>
    (await tell(stripe.notice(await customerOf(one), kind, options))).statusCode;
  const account = async (one = person) => (await api.call<AccountView>('GET', '/account', { as: one })).body;
  const statusBecomes = (status: string, one = person) =>
    eventually(async () => {
      await api.caughtUp();
      const { body } = await api.call<PaymentInfoView>('GET', '/account/payment-info', { as: one });
      return body.subscription?.status === status ? body.subscription : null;
    });
  const startRun = () =>
    api.call<ErrorBody>('POST', '/test-runs', { as: person, body: { project: 'shop', environment: 'test' } });
  const runStatus = async (id: string) =>
    (await api.call<{ status: string }>('GET', `/test-runs/${id}`, { as: person })).body.status;

  it('are refused unless the processor signed them within the last 300 seconds', async () => {
    const long = new Date(Date.now() - 301_000);
    expect(await told(person, undefined, { at: long })).toBe(401);
    expect(await told(person, undefined, { secret: 'whsec_other' })).toBe(401);
    const { body, headers } = stripe.notice(await customerOf(person));
    expect((await tell({ body: body.replace('updated', 'deleted'), headers })).statusCode).toBe(401);
    expect((await tell({ body, headers: { 'content-type': 'application/json' } })).statusCode).toBe(401);
  });

  it('are recorded once, however often they are sent', async () => {
    const id = `evt_${person.accountId}`;
    expect(await told(person, undefined, { id })).toBe(200);
    expect(await told(person, undefined, { id })).toBe(200);
    expect((await api.eventLog.load(billingNoticeDecider, id)).revision).toBe(0);
  });

  it('change what the processor has now, in whichever order they arrive', async () => {
    const subscription = await atStripe(person);
    subscription.status = 'past_due';
    expect(await told(person, 'invoice.payment_failed')).toBe(200);
    const { graceUntil } = await statusBecomes('past_due');
    expect(Date.parse(graceUntil ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    subscription.status = 'active';
    // Late, and about a state that is over.
    expect(await told(person, 'customer.subscription.deleted')).toBe(200);
    await statusBecomes('active');
    expect((await account()).currentPlan).toBe(3);
  });

  it('change nothing of another account', async () => {
    const other = await api.newAccount(`other-${accounts}`);
    const body = { linuxPlanTier: 2, cardToken: stripe.card() };
    await api.done('POST', '/account/payment-info', { as: other, body });
    (await atStripe(person)).status = 'canceled';
    expect(await told(other)).toBe(200);
    expect((await tell(stripe.notice('cus_of_no_account'))).statusCode).toBe(200);
    await statusBecomes('active', other);
    expect((await account()).currentPlan).toBe(3);
    expect((await account(other)).currentPlan).toBe(2);
  });

  it('keep an account from starting runs once its invoice stays unpaid, until it is paid', async () => {
    const { testRunId } = await prepareRun(api, { as: person });
    const subscription = await atStripe(person);
    subscription.status = 'unpaid';
    expect(await told(person)).toBe(200);
    await statusBecomes('unpaid');
    expect((await account()).currentPlan).toBe(3);
    const refused = await startRun();
    expect(refused).toMatchObject({ status: 409, body: { code: 'billing.unpaid' } });
    expect(await runStatus(testRunId)).not.toBe('CANCELED');
    subscription.status = 'active';
    expect(await told(person)).toBe(200);
    await statusBecomes('active');
    expect((await startRun()).status).toBe(201);
  });

  it('end the subscription without ending a run in progress', async () => {
    const { testRunId } = await prepareRun(api, { as: person });
    (await atStripe(person)).status = 'canceled';
    expect(await told(person, 'customer.subscription.deleted')).toBe(200);
    await eventually(async () => (await account()).currentPlan === 1);
    expect(await runStatus(testRunId)).not.toBe('CANCELED');
    expect(await startRun()).toMatchObject({ status: 403, body: { code: 'plan.lacksFeature' } });
  });

  it('lock no account out while the processor is away, and are applied once it is back', async () => {
    (await atStripe(person)).status = 'canceled';
    stripe.instead = () => ({ status: 503, body: '{}' });
    expect(await told(person)).toBe(200);
    expect((await account()).currentPlan).toBe(3);
    stripe.instead = () => undefined;
    await eventually(async () => (await account()).currentPlan === 1);
  });

  it('are answered with an error while they cannot be stored, so that they are sent again', async () => {
    const notice = stripe.notice(await customerOf(person));
    await api.stopEventStore();
    expect((await tell(notice)).statusCode).toBeGreaterThanOrEqual(500);
    await api.startEventStore();
    await eventually(async () => (await tell(notice)).statusCode === 200);
  });
});
