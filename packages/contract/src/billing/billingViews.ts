import { type Static, Type } from 'typebox';
import { type Tier, tiers } from '../accounts/accountPlan.ts';
import { formFields } from '../formFields.ts';
import { Nullable, Time } from '../ids.ts';
import { promoDurations, subscriptionStatuses } from './subscription.ts';

const Cents = Type.Integer({ minimum: 0, description: 'US cents' });
const PlanTier = Type.Enum(tiers);
const PromoCode = Type.String({ ...formFields.promoCode, minLength: 1 });

export const CardView = Type.Object({
  brand: Type.String(),
  lastFour: Type.String(),
  expiryMonth: Type.Integer(),
  expiryYear: Type.Integer(),
});

/** A promo code that is valid now, and what it takes off. */
export const PromoView = Type.Object({
  customerFacingCode: Type.String(),
  applicablePlanTiers: Type.Array(PlanTier),
  percentOff: Nullable(Type.Number()),
  amountOff: Nullable(Cents),
  promoCodeDuration: Type.Enum(promoDurations),
  promoCodeDurationInMonths: Nullable(Type.Integer()),
  requiresCreditCard: Type.Boolean({ description: 'whether a price of nothing needs a card as well' }),
});
export type PromoView = Omit<Static<typeof PromoView>, 'applicablePlanTiers'> & { applicablePlanTiers: Tier[] };

export const PromoOfAccountQuery = Type.Object({ promoCode: PromoCode });

export const SubscriptionView = Type.Object({
  tier: PlanTier,
  status: Type.Enum(subscriptionStatuses),
  periodEnd: Nullable(Time),
  endsWithPeriod: Type.Boolean({ description: 'whether it is canceled for the end of the paid period' }),
  graceUntil: Nullable(
    Type.Unsafe<string>({ ...Time, description: 'until when everything works without the missing payment' }),
  ),
  card: Nullable(CardView),
  monthlyPrice: Cents,
  promoCode: Nullable(Type.String()),
});
export type SubscriptionView = Static<typeof SubscriptionView>;

/** How an account pays; where billing is off, there is nothing to pay. */
export const PaymentInfoView = Type.Object({
  billing: Nullable(
    Type.Object({
      publishableKey: Type.String(),
      scriptUrl: Type.String({ description: 'of the card form of the payment processor' }),
    }),
  ),
  subscription: Nullable(SubscriptionView),
});
export type PaymentInfoView = Static<typeof PaymentInfoView>;

/** The details of the card are only for people to recognize it; the payment processor knows them. */
export const PaymentInfoRequest = Type.Object(
  {
    linuxPlanTier: PlanTier,
    cardToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^pm_\\w+$',
        description: 'the payment method that a set-up intent was confirmed with; omitted: the card of before',
      }),
    ),
    cardBrand: Type.Optional(Type.String({ maxLength: 40 })),
    cardExpiryMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
    cardExpiryYear: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2200 })),
    lastFour: Type.Optional(Type.String({ pattern: '^\\d{4}$' })),
    promoCode: Type.Optional(PromoCode),
  },
  { additionalProperties: false },
);
export type PaymentInfoRequest = Static<typeof PaymentInfoRequest>;

export const PaymentPreviewQuery = Type.Object({
  linuxPlanTier: PlanTier,
  promoCode: Type.Optional(PromoCode),
});

/** What a change of plan costs, before anything is paid. */
export const PaymentPreviewView = Type.Object({
  dueNow: Cents,
  monthlyPrice: Cents,
  monthlyPriceWithPromoCode: Nullable(Cents),
});
export type PaymentPreviewView = Static<typeof PaymentPreviewView>;

export const CardSetupView = Type.Object({
  clientSecret: Type.String({ description: 'lets a browser confirm one card with the payment processor' }),
});

export const InvoiceView = Type.Object({
  id: Type.String(),
  at: Time,
  description: Type.String(),
  amount: Cents,
  url: Nullable(Type.String({ description: 'of the invoice as a PDF' })),
});
export type InvoiceView = Static<typeof InvoiceView>;

export const CustomerIdView = Type.Object({
  customerId: Nullable(Type.String({ description: 'of the account at the payment processor; null: it has none' })),
});

/** What is recorded of an account's months (UTC), newest first; none from before the account was created. */
export const UsageHistoryView = Type.Object({
  runners: Type.Integer({ description: 'at work now' }),
  analyses: Type.Integer({ description: 'Test Run Analyses of this month' }),
  months: Type.Array(
    Type.Object({
      month: Type.String({ description: 'such as 2026-11' }),
      peakRunners: Type.Integer({ description: 'the most at once' }),
      peakAt: Type.Unsafe<string>({ ...Time, description: 'when there were as many for the first time' }),
      reached: Type.Array(
        Type.Object({
          percent: Type.Integer({ description: 'of the testing minutes that the plan included' }),
          at: Time,
          mailedAt: Nullable(
            Type.Unsafe<string>({ ...Time, description: 'when the first administrator was sent a mail about it' }),
          ),
        }),
      ),
    }),
  ),
});
export type UsageHistoryView = Static<typeof UsageHistoryView>;
export type UsageMonthView = UsageHistoryView['months'][number];
