import {
  discountedPrice,
  formatCents,
  monthlyPrices,
  type PromoView,
  type SubscriptionView,
  type Tier,
} from '@assay/contract';
import { Fragment } from 'react';
import billing from '../../../ui/billing/billing.module.css';
import { useNow } from '../../../ui/useNow.ts';
import { laterPayments, restOfMonth } from './laterPayments.ts';

type ChangeSumsProps = {
  tier: Tier;
  /** One that is valid for the tier; null: none. */
  promo: PromoView | null;
  subscription: SubscriptionView | null;
  /** As the processor computes it; null: not known yet. */
  dueNow: number | null;
};

function percentText({ percentOff }: PromoView): string {
  return percentOff === null ? '' : `, ${percentOff}%`;
}

/** The price of a tier a month, what is taken off it, what is due today, and what later. */
export function ChangeSums({ tier, promo, subscription, dueNow }: ChangeSumsProps) {
  const now = new Date(useNow(60_000));
  const price = monthlyPrices[tier];
  const reduced = discountedPrice(tier, promo && { ...promo, promoCode: promo.customerFacingCode });
  const isReplacing = subscription !== null && subscription.monthlyPrice > 0;
  const end = subscription?.periodEnd ?? null;
  const isLess = isReplacing && reduced < subscription.monthlyPrice && dueNow === 0;
  return (
    <>
      <dl className={`${billing.sums} tabular`}>
        <dt>Tier {tier} a month</dt>
        <dd>{formatCents(price)}</dd>
        {promo && (
          <>
            <dt className={billing.off}>
              {promo.customerFacingCode}
              {percentText(promo)}
            </dt>
            <dd className={billing.off}>{formatCents(reduced - price)}</dd>
          </>
        )}
        {isReplacing && (
          <>
            <dt className="soft">Tier {subscription.tier}, replaced</dt>
            <dd className="soft">{formatCents(-subscription.monthlyPrice)}</dd>
          </>
        )}
        <dt className={billing.total}>{isReplacing && end ? `Today, for ${restOfMonth(end, now)}` : 'Today'}</dt>
        <dd className={billing.total}>{dueNow === null ? '…' : formatCents(dueNow)}</dd>
        {laterPayments(tier, promo, isReplacing ? end : null, now).map(({ label, amount }) => (
          <Fragment key={label}>
            <dt className="soft">{label}</dt>
            <dd className="soft">{formatCents(amount)}</dd>
          </Fragment>
        ))}
      </dl>
      {isLess && (
        <p className={billing.credit}>
          What is paid of Tier {subscription.tier} for the rest of the month is credited to the next payments.
        </p>
      )}
    </>
  );
}
