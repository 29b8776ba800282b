import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { topics } from '../live/topics.ts';
import {
  CardSetupView,
  InvoiceView,
  PaymentInfoRequest,
  PaymentInfoView,
  PaymentPreviewQuery,
  PaymentPreviewView,
  PromoOfAccountQuery,
  PromoView,
} from './billingViews.ts';

export const billingCalls = {
  getPaymentInfo: call({
    method: 'GET',
    path: '/account/payment-info',
    summary: 'Whether billing is on, and the subscription of the account',
    permission: 'account.write',
    answer: PaymentInfoView,
    topic: topics.payment,
    example: {},
  }),
  changePaymentInfo: call({
    method: 'POST',
    path: '/account/payment-info',
    summary: 'Subscribe to a tier, change the tier or replace the card',
    permission: 'account.write',
    body: PaymentInfoRequest,
    answer: CommandAnswer,
    changes: [topics.account, topics.payment],
    example: { body: { linuxPlanTier: 1 } },
  }),
  setUpCard: call({
    method: 'POST',
    path: '/account/card-setup',
    summary: 'Begin to enter a card: the card itself goes to the payment processor only',
    permission: 'account.write',
    answer: CardSetupView,
    secretAnswer: true,
    example: {},
  }),
  previewPayment: call({
    method: 'GET',
    path: '/account/payment-preview',
    summary: 'What a change of plan costs now and each month',
    permission: 'account.write',
    query: PaymentPreviewQuery,
    answer: PaymentPreviewView,
    example: { query: { linuxPlanTier: 1 } },
  }),
  getPromoOfAccount: call({
    method: 'GET',
    path: '/account/promo-code',
    summary: 'What a promo code takes off for the account; refused if it is not valid now',
    permission: 'account.write',
    query: PromoOfAccountQuery,
    answer: PromoView,
    example: { query: { promoCode: 'SPRING' } },
  }),
  listInvoices: call({
    method: 'GET',
    path: '/account/invoices',
    summary: 'The invoices of the account, the newest first',
    permission: 'account.write',
    answer: Type.Array(InvoiceView),
    topic: topics.payment,
    example: {},
  }),
  notifySales: call({
    method: 'POST',
    path: '/sales-video-notification',
    summary: 'Record that a user of an account without a paid plan opens View Plans & Pricing',
    permission: 'account.read',
    status: 204,
    answer: Type.Null(),
    example: {},
  }),
};
