import { type AccountView, formatCents, type SubscriptionView } from '@assay/contract';
import type { ComponentProps } from 'react';
import { cardText } from '../../../ui/billing/CardChoice.tsx';
import { formatDay } from '../../../ui/format/formatTime.ts';
import { Tag } from '../../../ui/Tag.tsx';
import styles from './payment.module.css';
import { UsageTime } from './UsagePanel.tsx';

const statusTexts: Readonly<Record<SubscriptionView['status'], string>> = {
  trialing: 'trial',
  active: 'active',
  past_due: 'payment failed',
  unpaid: 'unpaid',
  canceled: 'canceled',
};

const tones = {
  trialing: 'pass',
  active: 'pass',
  past_due: 'ignored',
  unpaid: 'fail',
  canceled: 'plain',
} as const satisfies Record<SubscriptionView['status'], ComponentProps<typeof Tag>['tone']>;

function detailsOf({ monthlyPrice, periodEnd, endsWithPeriod, card }: SubscriptionView): string {
  const until = periodEnd && `${endsWithPeriod ? 'ends' : 'next'} on ${formatDay(periodEnd)}`;
  return [`${formatCents(monthlyPrice)} a month`, until, card && cardText(card)].filter(Boolean).join(' · ');
}

function warningOf({ status, graceUntil }: SubscriptionView): string | null {
  if (status === 'unpaid') return 'An invoice is unpaid, so no run starts. Results can be read. Pay with another card.';
  if (status !== 'past_due') return null;
  const until = graceUntil === null ? '' : ` until ${formatDay(graceUntil)}`;
  return `The last payment failed. Everything works${until}; then no run starts. Replace the card.`;
}

type PlanHeadProps = { account: AccountView; subscription: SubscriptionView | null; countedAt: number | undefined };

/** What the account has, and what it costs; and of when its usage is. */
export function PlanHead({ account, subscription, countedAt }: PlanHeadProps) {
  const isGranted = subscription === null && account.monthlyExecutionHoursLimit === null;
  const name = isGranted ? 'Self-hosted: everything' : account.legacyPlan ? 'Legacy' : `Tier ${account.currentPlan}`;
  const warning = subscription && warningOf(subscription);
  return (
    <>
      <p className={styles.head}>
        <strong className={styles.name}>{name}</strong>
        {subscription ? (
          <Tag tone={tones[subscription.status]}>{statusTexts[subscription.status]}</Tag>
        ) : (
          isGranted && <Tag isWhole>granted by configuration</Tag>
        )}
        {subscription && <span className="soft">{detailsOf(subscription)}</span>}
        <UsageTime countedAt={countedAt} />
      </p>
      {warning && (
        <p className={styles.warning} role="alert">
          {warning}
        </p>
      )}
    </>
  );
}
