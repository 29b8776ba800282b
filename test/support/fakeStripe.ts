import { createHmac, randomUUID } from 'node:crypto';
import { fakeStripeScript } from './fakeStripeScript.ts';
import { type ReceivedRequest, type Reply, receivingServer } from './receivingServer.ts';

type Fields = Record<string, string>;
type Method = { id: string; customer: string | null; number: string };
type Subscription = {
  id: string;
  created: number;
  customer: string;
  status: string;
  price: string;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  card: string | null;
  promo: string | null;
  metadata: Fields;
};
export type FakePromo = {
  percentOff: number | null;
  amountOff: number | null;
  duration: string;
  months: number | null;
  products: string[];
  active: boolean;
  requiresCreditCard?: boolean;
};

/** The numbers by which Stripe's own test mode makes a card behave. */
export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  wrongCode: '4000000000000127',
  declinedLater: '4000000000000341',
  authenticated: '4000002500003155',
  confirmedEachTime: '4000002760003184',
} as const;

const prices: Readonly<Record<string, { amount: number; product: string }>> = {
  price_2: { amount: 18_000, product: 'prod_2' },
  price_3: { amount: 42_000, product: 'prod_3' },
  price_4: { amount: 96_000, product: 'prod_4' },
};
const requiresAction = 'subscription_payment_intent_requires_action';
const monthSeconds = 30 * 86_400;

const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
  body: JSON.stringify(body),
});
const refuses = (status: number, error: object) => json(status, { error });
const declines = (message: string, code: string) => refuses(402, { type: 'card_error', code, message });
const list = (url: string, data: unknown[]) => json(200, { object: 'list', url, has_more: false, data });

/** The settings of a service that takes the fake for Stripe. */
const keys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

export type FakeStripe = {
  url: string;
  /** Its environment for a process of the service. */
  environment: Record<string, string>;
  settings: typeof keys & { priceIds: { 2: string; 3: string; 4: string }; address: string; scriptUrl: string };
  promos: Map<string, FakePromo>;
  subscriptions: Map<string, Subscription>;
  received: ReceivedRequest[];
  /** Answers a call otherwise; undefined: as usual. */
  instead: (request: ReceivedRequest) => Reply | undefined;
  /** A card as the browser confirms it; null: not one that can be used. @returns its payment method */
  card(number?: string): string;
  /** The bodies and headers of a webhook about a customer. */
  notice(
    customer: string,
    kind?: string,
    options?: { id?: string; at?: Date; secret?: string },
  ): { body: string; headers: Record<string, string> };
  stop(): Promise<void>;
};

/** A fake of Stripe on loopback: the part of its HTTP that billing uses, and a fake of its script for the page. */
export async function fakeStripe(): Promise<FakeStripe> {
  const server = await receivingServer();
  const customers = new Map<string, Fields>();
  const methods = new Map<string, Method>();
  const intents = new Map<string, { id: string; customer: string | null; status: string; method: string | null }>();
  const answered = new Map<string, Reply>();
  const promos = new Map<string, FakePromo>();
  const subscriptions = new Map<string, Subscription>();
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${++made}_${randomUUID().slice(0, 8)}`;
  const now = () => Math.floor(Date.now() / 1000);

  const shownMethod = ({ id, number, customer }: Method) => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    card: { brand: 'visa', last4: number.slice(-4), exp_month: 4, exp_year: 2031 },
  });
  const shownCoupon = (id: string, promo: FakePromo) => ({
    id: `coupon-${id}`,
    object: 'coupon',
    valid: true,
    percent_off: promo.percentOff,
    amount_off: promo.amountOff,
    duration: promo.duration,
    duration_in_months: promo.months,
    ...(promo.products.length > 0 ? { applies_to: { products: promo.products } } : {}),
  });
  const shownPromo = (code: string, promo: FakePromo) => ({
    id: `promo_${code}`,
    object: 'promotion_code',
    active: promo.active,
    code,
    metadata: promo.requiresCreditCard === false ? { requires_credit_card: 'false' } : {},
    promotion: { type: 'coupon', coupon: shownCoupon(code, promo) },
  });
  function shown(subscription: Subscription) {
    const { id, created, customer, status, price, periodEnd, cancelAtPeriodEnd, card, promo, metadata } = subscription;
    const method = card === null ? undefined : methods.get(card);
    const found = promo === null ? undefined : promos.get(promo);
    return {
      ...{ id, object: 'subscription', created, customer, status, metadata, cancel_at_period_end: cancelAtPeriodEnd },
      items: {
        object: 'list',
        data: [
          { id: `si_${id}`, price: { id: price, product: prices[price]?.product }, current_period_end: periodEnd },
        ],
      },
      default_payment_method: method ? shownMethod(method) : null,
      discounts:
        promo && found
          ? [
              {
                id: `di_${id}`,
                object: 'discount',
                promotion_code: shownPromo(promo, found),
                source: { type: 'coupon', coupon: shownCoupon(promo, found) },
              },
            ]
          : [],
    };
  }

  function due(price: string, promoId: string | undefined): number {
    const { amount = 0 } = prices[price] ?? {};
    const promo = promoId === undefined ? undefined : promos.get(promoId.replace('promo_', ''));
    if (!promo) return amount;
    const off = promo.amountOff ?? Math.round((amount * (promo.percentOff ?? 0)) / 100);
    return amount - Math.min(amount, off);
  }

  /** Whether the first payment with a card goes through. */
  const isCharged = (card: string | null) => methods.get(card ?? '')?.number !== testCards.declinedLater;

  function subscribe(fields: Fields, before: Subscription | undefined): Reply {
    const customer = before?.customer ?? fields.customer ?? '';
    const price = fields['items[0][price]'] ?? before?.price ?? '';
    if (!prices[price])
      return refuses(400, { type: 'invalid_request_error', param: 'items[0][price]', message: 'No such price' });
    const card = fields.default_payment_method ?? before?.card ?? customers.get(customer)?.card ?? null;
    const promo = fields['discounts[0][promotion_code]']?.replace('promo_', '') ?? before?.promo ?? null;
    const costs = due(price, fields['discounts[0][promotion_code]']) > 0 && price !== before?.price;
    if (costs && card === null) {
      return refuses(400, { type: 'invalid_request_error', message: 'This customer has no attached payment source' });
    }
    if (costs && methods.get(card ?? '')?.number === testCards.confirmedEachTime) {
      return declines('Payment for this subscription requires additional user action.', requiresAction);
    }
    if (costs && !isCharged(card)) return declines('Your card was declined.', 'card_declined');
    const subscription: Subscription = {
      id: before?.id ?? newId('sub'),
      created: before?.created ?? now() + made,
      customer,
      status: before?.status ?? 'active',
      price,
      periodEnd: before?.periodEnd ?? now() + monthSeconds,
      cancelAtPeriodEnd: (fields.cancel_at_period_end ?? 'false') === 'true',
      card,
      promo,
      metadata: { accountId: fields['metadata[accountId]'] ?? '', tier: fields['metadata[tier]'] ?? '' },
    };
    subscriptions.set(subscription.id, subscription);
    return json(200, shown(subscription));
  }

  /** What a browser does with the publishable key. */
  function confirm(id: string, fields: Fields): Reply {
    const intent = intents.get(id);
    if (fields.key !== keys.publishableKey || fields.client_secret !== `${id}_secret` || !intent) {
      return refuses(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const number = (fields['payment_method_data[card][number]'] ?? '').replaceAll(' ', '');
    if (number === testCards.declined) return declines('Your card was declined.', 'card_declined');
    if (number === testCards.wrongCode) return declines("Your card's security code is incorrect.", 'incorrect_cvc');
    intent.method = addCard(number, intent.customer);
    intent.status = number === testCards.authenticated ? 'requires_action' : 'succeeded';
    return json(200, { id, object: 'setup_intent', status: intent.status, payment_method: intent.method });
  }

  function addCard(number: string, customer: string | null): string {
    const id = newId('pm');
    methods.set(id, { id, customer, number });
    return id;
  }

  const answers: readonly [string, RegExp, (fields: Fields, ...ids: string[]) => Reply][] = [
    [
      'POST',
      /^\/v1\/customers$/,
      (fields) => {
        const id = newId('cus');
        customers.set(id, fields);
        return json(200, { id, object: 'customer' });
      },
    ],
    [
      'POST',
      /^\/v1\/customers\/(\w+)$/,
      (fields, id = '') => {
        const card = fields['invoice_settings[default_payment_method]'];
        customers.set(id, { ...customers.get(id), ...(card ? { card } : {}) });
        return json(200, { id, object: 'customer' });
      },
    ],
    [
      'POST',
      /^\/v1\/setup_intents$/,
      (fields) => {
        const id = newId('seti');
        intents.set(id, { id, customer: fields.customer ?? null, status: 'requires_payment_method', method: null });
        return json(200, { id, object: 'setup_intent', client_secret: `${id}_secret` });
      },
    ],
    [
      'POST',
      /^\/v1\/payment_methods\/(\w+)\/attach$/,
      (fields, id = '') => {
        const method = methods.get(id);
        if (!method) {
          return refuses(400, {
            type: 'invalid_request_error',
            code: 'resource_missing',
            param: 'payment_method',
            message: `No such PaymentMethod: '${id}'`,
          });
        }
        if (method.customer !== null && method.customer !== fields.customer) {
          return refuses(400, {
            type: 'invalid_request_error',
            param: 'payment_method',
            message: 'The payment method you provided has already been attached to a customer.',
          });
        }
        if (method.number === testCards.declined) return declines('Your card was declined.', 'card_declined');
        method.customer = fields.customer ?? null;
        return json(200, shownMethod(method));
      },
    ],
    [
      'GET',
      /^\/v1\/prices\/(\w+)$/,
      (_, id = '') => {
        const price = prices[id];
        if (!price) return refuses(404, { type: 'invalid_request_error', message: 'No such price' });
        return json(200, { id, object: 'price', currency: 'usd', unit_amount: price.amount, product: price.product });
      },
    ],
    [
      'GET',
      /^\/v1\/promotion_codes$/,
      ({ code = '' }) => {
        const found = [...promos].filter(([name, { active }]) => active && name.toLowerCase() === code.toLowerCase());
        return list(
          '/v1/promotion_codes',
          found.map(([name, promo]) => shownPromo(name, promo)),
        );
      },
    ],
    [
      'GET',
      /^\/v1\/subscriptions$/,
      ({ customer }) =>
        list('/v1/subscriptions', [...subscriptions.values()].filter((each) => each.customer === customer).map(shown)),
    ],
    ['POST', /^\/v1\/subscriptions$/, (fields) => subscribe(fields, undefined)],
    ['POST', /^\/v1\/subscriptions\/(\w+)$/, (fields, id = '') => subscribe(fields, subscriptions.get(id))],
    [
      'POST',
      /^\/v1\/invoices\/create_preview$/,
      (fields) => {
        const price = fields['subscription_details[items][0][price]'] ?? '';
        return json(200, { object: 'invoice', amount_due: due(price, fields['discounts[0][promotion_code]']) });
      },
    ],
    [
      'GET',
      /^\/v1\/invoices$/,
      ({ customer = '' }) => {
        const own = [...subscriptions.values()].filter((each) => each.customer === customer);
        const invoices = own.map(({ id, created, price, promo }) => ({
          id: `in_${id}`,
          object: 'invoice',
          created,
          description: `Tier ${price.slice(-1)}`,
          lines: { data: [] },
          amount_due: due(price, promo === null ? undefined : `promo_${promo}`),
          invoice_pdf: `https://pay.stripe.com/invoice/in_${id}/pdf`,
        }));
        return list('/v1/invoices', invoices);
      },
    ],
  ];

  /** The pages' part, which has no secret key. */
  function ofBrowser({ method, path, body }: ReceivedRequest): Reply | undefined {
    if (method === 'OPTIONS') {
      return { status: 204, headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' } };
    }
    if (path === '/stripe.js') {
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body: fakeStripeScript };
    }
    const [, confirmed] = /^\/v1\/setup_intents\/(\w+)\/confirm$/.exec(path) ?? [];
    if (confirmed !== undefined) return confirm(confirmed, Object.fromEntries(new URLSearchParams(body)));
    const [, authenticated] = /^\/fake\/authenticate\/(\w+)$/.exec(path) ?? [];
    const intent = intents.get(authenticated ?? '');
    if (!intent) return undefined;
    intent.status = 'succeeded';
    return json(200, { id: intent.id, status: intent.status, payment_method: intent.method });
  }

  function answer(request: ReceivedRequest): Reply {
    if (request.headers.authorization !== `Bearer ${keys.secretKey}`) {
      return refuses(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const { pathname, searchParams } = new URL(request.path, server.url);
    const fields = Object.fromEntries(request.method === 'GET' ? searchParams : new URLSearchParams(request.body));
    for (const [method, path, handle] of answers) {
      const match = path.exec(pathname);
      if (method === request.method && match) return handle(fields, ...match.slice(1));
    }
    return refuses(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${pathname})` });
  }

  /** What has the same key is done once; while it is not known, it is not done at all. */
  function once(request: ReceivedRequest): Reply {
    const key = request.headers['idempotency-key'];
    const before = typeof key === 'string' && request.method === 'POST' ? answered.get(key) : undefined;
    if (before !== undefined) return before;
    const reply = answer(request);
    if (typeof key === 'string') answered.set(key, reply);
    return reply;
  }

  const fake: FakeStripe = {
    url: server.url,
    environment: {
      ASSAY_STRIPE_SECRET_KEY: keys.secretKey,
      ASSAY_STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      ASSAY_STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      ASSAY_STRIPE_PRICE_TIER_2: 'price_2',
      ASSAY_STRIPE_PRICE_TIER_3: 'price_3',
      ASSAY_STRIPE_PRICE_TIER_4: 'price_4',
      ASSAY_STRIPE_URL: server.url,
      ASSAY_STRIPE_SCRIPT_URL: `${server.url}/stripe.js`,
    },
    settings: {
      ...keys,
      priceIds: { 2: 'price_2', 3: 'price_3', 4: 'price_4' },
      address: server.url,
      scriptUrl: `${server.url}/stripe.js`,
    },
    promos,
    subscriptions,
    received: server.received,
    instead: () => undefined,
    card: (number = testCards.good) => addCard(number, null),
    notice: (
      customer,
      kind = 'customer.subscription.updated',
      { id = newId('evt'), at = new Date(), secret = keys.webhookSecret } = {},
    ) => {
      const object = { object: 'subscription', id: 'sub_of_the_notice', customer };
      const body = JSON.stringify({ id, object: 'event', type: kind, api_version: 'fake', data: { object } });
      const seconds = Math.floor(at.getTime() / 1000);
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return {
        body,
        headers: { 'stripe-signature': `t=${seconds},v1=${signature}`, 'content-type': 'application/json' },
      };
    },
    stop: () => server.stop(),
  };
  server.reply = (request) => {
    const other = fake.instead(request);
    return other === undefined ? (ofBrowser(request) ?? once(request)) : other;
  };
  return fake;
}
