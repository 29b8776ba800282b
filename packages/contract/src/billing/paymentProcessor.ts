import type { Tier } from '../accounts/accountPlan.ts';
import type { AccountId } from '../ids.ts';
import type { InvoiceView, PromoView } from './billingViews.ts';
import type { ProcessorSubscription } from './subscription.ts';

/**
 * How a call to the payment processor ended.
 * - `refused`: by it, in its words; null: it says nothing that people understand
 * - `away`: it did not answer, or not in a way that says whether anything was done
 */
export type ProcessorOutcome<Value> =
  | { outcome: 'done'; value: Value }
  | { outcome: 'refused'; message: string | null }
  | { outcome: 'away' };

/** A promo code that is valid now; `promoId` is that of the processor. */
export type ProcessorPromo = PromoView & { promoId: string };

/** What is subscribed to, or changed to. */
export type WantedSubscription = {
  accountId: AccountId;
  customerId: string;
  tier: Tier;
  /** A payment method; null: the card of before. */
  cardToken: string | null;
  promoId: string | null;
  /** Of the command: the processor carries out what has the same key once. */
  idempotencyKey: string;
};

/** Who takes the money. Amounts are cents, times ISO 8601. */
export type PaymentProcessor = {
  publishableKey: string;
  scriptUrl: string;
  /** Origins that its card form loads from. */
  origins: { script: string; api: string };
  /** One customer for the account, however often it is asked for. */
  createCustomer(account: { accountId: AccountId; name: string }): Promise<ProcessorOutcome<string>>;
  /** @returns the secret by which a browser confirms one card of the customer */
  setUpCard(customerId: string): Promise<ProcessorOutcome<string>>;
  /** @returns the promo code if it is valid now, else null */
  findPromo(promoCode: string): Promise<ProcessorOutcome<ProcessorPromo | null>>;
  /** @returns what would be due at once */
  preview(
    wanted: Omit<WantedSubscription, 'cardToken' | 'idempotencyKey' | 'customerId'> & { customerId: string | null },
  ): Promise<ProcessorOutcome<number>>;
  /** @returns the subscription of the customer; null: there never was one */
  fetchSubscription(customerId: string): Promise<ProcessorOutcome<ProcessorSubscription | null>>;
  /**
   * Makes or changes the one subscription of the customer; the lowest tier ends it with the paid period.
   * @returns the subscription; null: the customer has no subscription and wants no paid tier
   */
  subscribe(wanted: WantedSubscription): Promise<ProcessorOutcome<ProcessorSubscription | null>>;
  listInvoices(customerId: string): Promise<ProcessorOutcome<InvoiceView[]>>;
  /** @returns what a webhook is about; null: not signed by the processor, or more than 300 s ago */
  readNotice(
    body: Buffer,
    signature: string,
  ): { billingNoticeId: string; kind: string; customerId: string | null } | null;
};
