import type { AccountId } from '@assay/contract';
import type { BillingNoticeEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';

export type BillingNoticeState = { isKnown: boolean };
export type ReceiveBillingNotice = {
  type: 'receiveBillingNotice';
  accountId: AccountId;
  billingNoticeId: string;
  kind: string;
};

/** A webhook of the payment processor, which sends each at least once. Its id is that of the stream. */
export const billingNoticeDecider: Decider<BillingNoticeState, ReceiveBillingNotice, BillingNoticeEvent> = {
  category: 'billingNotice',
  initialState: () => ({ isKnown: false }),
  decide: ({ type: _, ...data }, { isKnown }) => (isKnown ? [] : [{ type: 'BillingNoticeReceived', data }]),
  evolve: () => ({ isKnown: true }),
};
