import { type AccountView, type PaymentInfoView, type Tier, tiers } from '@assay/contract';
import { useState } from 'react';
import { useGetAccountQuery, useGetPaymentInfoQuery, useListPlansQuery } from '../../../connection/serviceHooks.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { BillingOff } from './BillingOff.tsx';
import { ChangePanel } from './ChangePanel.tsx';
import { InvoiceTable } from './InvoiceTable.tsx';
import { PlanHead } from './PlanHead.tsx';
import styles from './payment.module.css';
import { TierTable } from './TierTable.tsx';
import { UsageMonths } from './UsageMonths.tsx';
import { UsagePanel } from './UsagePanel.tsx';

/** The plan of the account, its usage, and the way to another plan. */
export function PaymentPanel() {
  const info = useGetPaymentInfoQuery();
  const account = useGetAccountQuery();
  return (
    <Loaded query={info} failed="The plan could not be loaded">
      {({ billing, subscription }) => (
        <Loaded query={account} failed="The account could not be loaded">
          {(shown) =>
            billing === null ? (
              <BillingOff account={shown} countedAt={account.fulfilledTimeStamp} />
            ) : (
              <Plans account={shown} info={{ billing, subscription }} countedAt={account.fulfilledTimeStamp} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

type Info = PaymentInfoView & { billing: NonNullable<PaymentInfoView['billing']> };

function ownTierOf(account: AccountView, { subscription }: Info): Tier | null {
  if (subscription) return subscription.tier;
  if (account.legacyPlan || account.monthlyExecutionHoursLimit === null) return null;
  return tiers.find((tier) => tier === account.currentPlan) ?? null;
}

type PlansProps = { account: AccountView; info: Info; countedAt: number | undefined };

function Plans({ account, info, countedAt }: PlansProps) {
  const own = ownTierOf(account, info);
  const [picked, setPicked] = useState<Tier | null>(null);
  const plans = useListPlansQuery();
  const chosen = picked ?? own;
  // The own tier has a card to replace, unless it costs nothing.
  const opened = picked !== null && (picked !== own || info.subscription !== null) ? picked : null;
  return (
    <div className={styles.payment}>
      <PlanHead account={account} subscription={info.subscription} countedAt={countedAt} />
      <UsagePanel account={account} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Loaded query={plans} failed="The plans could not be loaded">
            {(list) => <TierTable account={account} plans={list} own={own} chosen={chosen} onChoose={setPicked} />}
          </Loaded>
          <InvoiceTable />
          <UsageMonths />
        </div>
        <div className={styles.side}>
          {opened === null ? (
            <p className={styles.said}>Select a tier to see what it costs.</p>
          ) : (
            <ChangePanel key={opened} info={info} own={own} tier={opened} onDone={() => setPicked(null)} />
          )}
          <p className={styles.said}>
            The card goes to Stripe from this page and is never stored here. Runs in progress keep what they began with.
          </p>
        </div>
      </div>
    </div>
  );
}
