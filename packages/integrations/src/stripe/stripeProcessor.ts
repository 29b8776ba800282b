import { loadOnce } from '@assay/concurrency';
import {
  monthlyPrices,
  type PaymentProcessor,
  type ProcessorSubscription,
  type WantedSubscription,
} from '@assay/contract';
import { type Fetch, openFetch, type Proxies } from '@assay/proxies';
import Stripe from 'stripe';
import { outcomeOf } from './stripeOutcome.ts';
import type { PaidTier, StripeSettings } from './stripeSettings.ts';
import { invoiceOf, paidTiers, promoOf, subscriptionOf, subscriptionParts } from './stripeViews.ts';

const timeoutMs = 20_000;
/** Older messages may be replays. */
const noticeSeconds = 300;
const listed = 100;
const shownInvoices = 24;

function clientOf({ secretKey, address }: StripeSettings, fetch: Fetch): Stripe {
  const { protocol, hostname, port } = new URL(address);
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetch as unknown as typeof globalThis.fetch),
  });
}

/** The one that counts first: a live one before those that have ended, then the newest. */
function currentFirst(a: Stripe.Subscription, b: Stripe.Subscription): number {
  const isOver = ({ status }: Stripe.Subscription) =>
    status === 'canceled' || status === 'incomplete_expired' || status === 'incomplete';
  return Number(isOver(a)) - Number(isOver(b)) || b.created - a.created;
}

/** @returns Stripe as the payment processor; the api version is the one that the client is made for */
export function stripeProcessor(settings: StripeSettings, { proxies }: { proxies: Proxies }): PaymentProcessor {
  const stripe = clientOf(settings, openFetch(proxies));
  /**
   * Compares the prices with the table of plans, so that the price shown is the price charged.
   * @throws RangeError for a price that differs from the table of plans
   */
  async function readProducts(): Promise<Record<PaidTier, string>> {
    const read = async (tier: PaidTier) => {
      const price = await stripe.prices.retrieve(settings.priceIds[tier]);
      if (price.unit_amount !== monthlyPrices[tier] || price.currency !== 'usd') {
        throw new RangeError(
          `The price ${price.id} of tier ${tier} at Stripe is ${price.unit_amount} ${price.currency}, not ${monthlyPrices[tier]} usd.`,
        );
      }
      return [tier, typeof price.product === 'string' ? price.product : price.product.id] as const;
    };
    return Object.fromEntries(await Promise.all(paidTiers.map(read))) as Record<PaidTier, string>;
  }
  const products = loadOnce(readProducts);

  async function newest(customerId: string): Promise<Stripe.Subscription | null> {
    const expand = subscriptionParts.map((part) => `data.${part}`);
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: listed, expand });
    return data.sort(currentFirst)[0] ?? null;
  }

  async function current(customerId: string): Promise<Stripe.Subscription | null> {
    const found = await newest(customerId);
    return found && subscriptionOf(settings, found).status !== 'canceled' ? found : null;
  }

  async function useCard({ customerId, cardToken, idempotencyKey }: WantedSubscription): Promise<void> {
    if (cardToken === null) return;
    await stripe.paymentMethods.attach(
      cardToken,
      { customer: customerId },
      { idempotencyKey: `${idempotencyKey}-attach` },
    );
    await stripe.customers.update(
      customerId,
      { invoice_settings: { default_payment_method: cardToken } },
      { idempotencyKey: `${idempotencyKey}-card` },
    );
  }

  async function change(wanted: WantedSubscription): Promise<Stripe.Subscription | null> {
    const { accountId, customerId, tier, cardToken, promoId, idempotencyKey } = wanted;
    await products();
    await useCard(wanted);
    const card = cardToken === null ? {} : { default_payment_method: cardToken };
    const before = await current(customerId);
    const key = { idempotencyKey: `${idempotencyKey}-subscription` };
    const expand = subscriptionParts;
    if (tier === 1) {
      if (before === null) return null;
      return stripe.subscriptions.update(before.id, { ...card, cancel_at_period_end: true, expand }, key);
    }
    const price = settings.priceIds[tier];
    const shared = {
      ...card,
      metadata: { accountId, tier: String(tier) },
      ...(promoId === null ? {} : { discounts: [{ promotion_code: promoId }] }),
      // Nothing is left half paid: what is refused has changed nothing.
      payment_behavior: 'error_if_incomplete' as const,
      expand,
    };
    if (before === null) {
      return stripe.subscriptions.create({ customer: customerId, items: [{ price }], ...shared }, key);
    }
    const item = before.items.data[0];
    const items = [{ ...(item ? { id: item.id } : {}), price }];
    const proration = { proration_behavior: 'always_invoice' as const, cancel_at_period_end: false };
    return stripe.subscriptions.update(before.id, { items, ...proration, ...shared }, key);
  }

  const asSeen = (subscription: Stripe.Subscription | null): ProcessorSubscription | null =>
    subscription && subscriptionOf(settings, subscription);

  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,
    origins: { script: new URL(settings.scriptUrl).origin, api: new URL(settings.address).origin },

    createCustomer: ({ accountId, name }) =>
      outcomeOf(
        stripe.customers
          .create({ name, metadata: { accountId } }, { idempotencyKey: `customer-${accountId}` })
          .then(({ id }) => id),
      ),

    setUpCard: (customer) =>
      outcomeOf(
        stripe.setupIntents
          .create({ customer, usage: 'off_session', allowed_payment_method_types: ['card'] })
          .then(({ client_secret: secret }) => secret ?? ''),
      ),

    findPromo: (code) =>
      outcomeOf(
        (async () => {
          const expand = ['data.promotion.coupon.applies_to'];
          const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1, expand });
          const [found] = data;
          return found ? promoOf(found, await products()) : null;
        })(),
      ),

    preview: ({ customerId, tier, promoId }) =>
      outcomeOf(
        (async () => {
          await products();
          if (tier === 1) return 0;
          const before = customerId === null ? null : await current(customerId);
          const price = settings.priceIds[tier];
          const discounts = promoId === null ? {} : { discounts: [{ promotion_code: promoId }] };
          const item = before?.items.data[0];
          const invoice = await stripe.invoices.createPreview({
            ...(customerId === null ? {} : { customer: customerId }),
            ...(before === null
              ? { subscription_details: { items: [{ price }] } }
              : {
                  subscription: before.id,
                  subscription_details: {
                    items: [{ ...(item ? { id: item.id } : {}), price }],
                    proration_behavior: 'always_invoice' as const,
                  },
                }),
            ...discounts,
          });
          return Math.max(invoice.amount_due, 0);
        })(),
      ),

    fetchSubscription: (customerId) => outcomeOf(newest(customerId).then(asSeen)),

    subscribe: (wanted) => outcomeOf(change(wanted).then(asSeen)),

    listInvoices: (customer) =>
      outcomeOf(stripe.invoices.list({ customer, limit: shownInvoices }).then(({ data }) => data.map(invoiceOf))),

    readNotice: (body, signature) => {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret, noticeSeconds);
        const { object } = event.data as { object: { object?: string; id?: unknown; customer?: unknown } };
        const customer = object.object === 'customer' ? object.id : object.customer;
        return {
          billingNoticeId: event.id,
          kind: event.type,
          customerId: typeof customer === 'string' ? customer : null,
        };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        throw error;
      }
    },
  };
}
