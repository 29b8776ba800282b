import {
  discountedPrice,
  formatCents,
  monthlyPrices,
  type PaymentInfoView,
  type PromoView,
  type SubscriptionView,
  type Tier,
} from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePreviewPaymentQuery } from '../../../connection/serviceHooks.ts';
import billing from '../../../ui/billing/billing.module.css';
import { CardChoice } from '../../../ui/billing/CardChoice.tsx';
import { PromoField } from '../../../ui/billing/PromoField.tsx';
import { usePayment } from '../../../ui/billing/usePayment.ts';
import { formatDay } from '../../../ui/format/formatTime.ts';
import { ChangeSums } from './ChangeSums.tsx';
import styles from './payment.module.css';

type ChangePanelProps = {
  info: PaymentInfoView & { billing: NonNullable<PaymentInfoView['billing']> };
  own: Tier | null;
  tier: Tier;
  onDone: () => void;
};

const discountOf = (promo: PromoView) => ({ ...promo, promoCode: promo.customerFacingCode });

/** What follows from the chosen tier: the price, the promo code, the card and the one button. */
export function ChangePanel({ info, own, tier, onDone }: ChangePanelProps) {
  const { subscription } = info;
  const payment = usePayment();
  const [promo, setPromo] = useState<PromoView | null>(null);
  const known = subscription?.card ?? null;
  const [isNewCard, setNewCard] = useState(known === null);
  const isOwn = tier === own && subscription !== null;
  const fits = promo?.applicablePlanTiers.includes(tier) ?? true;
  const discount = promo && fits ? discountOf(promo) : null;
  const isPaid = monthlyPrices[tier] > 0;
  const needsCard =
    isPaid && (discount === null || promo?.requiresCreditCard === true || discountedPrice(tier, discount) > 0);
  const promoCode = discount?.promoCode ?? null;
  const preview = usePreviewPaymentQuery(
    { query: { linuxPlanTier: tier, ...(promoCode === null ? {} : { promoCode }) } },
    { skip: isOwn || !isPaid },
  );
  const dueNow = preview.currentData?.dueNow ?? null;

  async function pay(): Promise<void> {
    const isDone = await payment.pay({ tier, promoCode, newCard: needsCard && isNewCard });
    if (!isDone) return;
    setNewCard(false);
    onDone();
  }

  const title = isOwn ? `Card of Tier ${tier}` : `Change to Tier ${tier}`;
  return (
    <section className={styles.panel} aria-label={title}>
      <p className={styles.panelHead}>
        <strong>{title}</strong>
        {!isOwn && own !== null && <span className="soft">from Tier {own}</span>}
      </p>
      {!isOwn && isPaid && (
        <div className={styles.part}>
          <PromoField
            promo={promo}
            onChange={setPromo}
            error={
              payment.errors.promoCode ??
              (fits ? undefined : `${promo?.customerFacingCode} is not valid for Tier ${tier}`)
            }
            onTyped={() => payment.clear('promoCode')}
          />
          <ChangeSums tier={tier} promo={fits ? promo : null} subscription={subscription} dueNow={dueNow} />
        </div>
      )}
      {!isPaid && (
        <div className={styles.part}>
          <p className={styles.said}>{freeText(subscription)}</p>
        </div>
      )}
      {needsCard && (
        <div className={styles.part}>
          <CardChoice
            billing={info.billing}
            known={known}
            isNew={isNewCard}
            onChange={setNewCard}
            payment={payment}
            kept={own === null ? '' : `, and Tier ${own} goes on as it is`}
          />
        </div>
      )}
      <div className={styles.part}>
        {payment.errors.form && (
          <p className={billing.refused} role="alert">
            {payment.errors.form}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="filled" loading={payment.isPaying} disabled={isOwn && !isNewCard} onClick={() => void pay()}>
            {isOwn ? 'Replace card' : buttonText(dueNow, isPaid, payment.errors.card !== undefined)}
          </Button>
          <Button variant="subtle" onClick={onDone}>
            {own === null ? 'Cancel' : `Keep Tier ${own}`}
          </Button>
        </div>
      </div>
    </section>
  );
}

function buttonText(dueNow: number | null, isPaid: boolean, isAgain: boolean): string {
  if (!isPaid) return 'Change to Tier 1';
  const sum = dueNow === null ? '' : ` ${formatCents(dueNow)}`;
  return isAgain ? `Try again, pay${sum}` : `Pay${sum} and change`;
}

function freeText(subscription: SubscriptionView | null): string {
  if (subscription?.periodEnd)
    return `Tier ${subscription.tier} ends on ${formatDay(subscription.periodEnd)}. Nothing is charged after that.`;
  return 'Tier 1 costs nothing and needs no card.';
}
