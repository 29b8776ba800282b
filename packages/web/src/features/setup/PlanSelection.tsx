import {
  discountedPrice,
  formatCents,
  messages,
  monthlyLimitsOf,
  monthlyPrices,
  type PaymentInfoView,
  type PromoView,
  planOf,
  type Tier,
  tiers,
} from '@assay/contract';
import { Button, Radio } from '@mantine/core';
import { useRef, useState } from 'react';
import { CardChoice } from '../../ui/billing/CardChoice.tsx';
import { dropLinkedPromoCode, linkedPromoCode } from '../../ui/billing/linkedPromoCode.ts';
import { PromoField } from '../../ui/billing/PromoField.tsx';
import { usePayment } from '../../ui/billing/usePayment.ts';
import { formatCount } from '../../ui/format/formatNumbers.ts';
import styles from './setup.module.css';

type Info = PaymentInfoView & { billing: NonNullable<PaymentInfoView['billing']> };

const includedText: Readonly<Record<Tier, string>> = {
  1: 'Upload Test Run, results and history',
  2: 'New Test Run, Rerun, videos, Test Triggers, Alerts',
  3: 'All of Tier 2, and Test Plans and Quality Workflows',
  4: 'All of Tier 3, with more time and Analyses',
};

function limitsOf(tier: Tier): [string, string] {
  const plan = planOf(tier);
  const monthly = monthlyLimitsOf(plan);
  const runners = tier === 1 ? '' : `${plan.numberOfRunners} runners, `;
  const minutes = `${formatCount(monthly?.testingMinutes ?? 0)} testing minutes`;
  return [minutes, `${runners}${monthly?.analysedRuns} ${tier === 1 ? 'Test Run Analyses' : 'Analyses'}`];
}

const discountFor = (promo: PromoView | null, tier: Tier) =>
  promo?.applicablePlanTiers.includes(tier) ? { ...promo, promoCode: promo.customerFacingCode } : null;

function Price({ tier, promo }: { tier: Tier; promo: PromoView | null }) {
  const [full, price] = [monthlyPrices[tier], discountedPrice(tier, discountFor(promo, tier))];
  return (
    <span className={`${styles.price} tabular`}>
      <strong>{formatCents(price)}</strong>
      {price < full && <s className="soft">{formatCents(full)}</s>}
    </span>
  );
}

/** The plans to select from; the card is asked for once a tier with a price is selected. */
export function PlanSelection({ info }: { info: Info }) {
  const payment = usePayment();
  const [tier, setTier] = useState<Tier | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [promo, setPromo] = useState<PromoView | null>(null);
  const [fromLink] = useState(linkedPromoCode);
  const group = useRef<HTMLDivElement>(null);
  const known = info.subscription?.card ?? null;
  const [isNewCard, setNewCard] = useState(known === null);
  const discount = tier === null ? null : discountFor(promo, tier);
  const needsCard =
    tier !== null &&
    monthlyPrices[tier] > 0 &&
    (discountedPrice(tier, discount) > 0 || promo?.requiresCreditCard === true);

  async function goOn(): Promise<void> {
    if (tier === null) {
      setMissing(true);
      group.current?.querySelector('input')?.focus();
      return;
    }
    const promoCode = discount?.promoCode ?? null;
    if (await payment.pay({ tier, promoCode, newCard: needsCard && isNewCard })) dropLinkedPromoCode();
  }

  return (
    <>
      <p className={styles.said}>
        Runners are on Linux at first; Windows runners come with Tier 2 and up, and are added in Settings later. You can
        change the plan at any time.
      </p>
      <Radio.Group
        ref={group}
        name="plan"
        label="Plan, per month"
        value={tier === null ? '' : String(tier)}
        error={isMissing ? messages.selectPlan : undefined}
        onChange={(value) => {
          setTier(tiers.find((each) => String(each) === value) ?? null);
          setMissing(false);
        }}
      >
        <div className={styles.plans} data-missing={isMissing}>
          {tiers.map((each) => (
            <div key={each} className={styles.plan}>
              <Radio size="xs" value={String(each)} label={`Tier ${each}`} aria-describedby={`limits-${each}`} />
              <span id={`limits-${each}`} className={`${styles.limits} tabular`}>
                {limitsOf(each).map((limit) => (
                  <span key={limit}>{limit} </span>
                ))}
              </span>
              <span className={styles.included}>{includedText[each]}</span>
              <Price tier={each} promo={promo} />
            </div>
          ))}
        </div>
      </Radio.Group>
      <PromoField
        promo={promo}
        initial={fromLink}
        error={payment.errors.promoCode}
        onTyped={() => payment.clear('promoCode')}
        onChange={(next) => {
          setPromo(next);
          if (next === null) dropLinkedPromoCode();
        }}
      />
      {needsCard && (
        <CardChoice
          billing={info.billing}
          known={known}
          isNew={isNewCard}
          onChange={setNewCard}
          payment={payment}
          kept=""
        />
      )}
      {payment.errors.form && (
        <p className={styles.refused} role="alert">
          {payment.errors.form}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="filled" loading={payment.isPaying} onClick={() => void goOn()}>
          Continue
        </Button>
        {!needsCard && <span className="soft">Tier 1 needs no card.</span>}
      </div>
    </>
  );
}
