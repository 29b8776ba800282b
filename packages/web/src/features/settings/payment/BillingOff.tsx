import { type AccountView, hasPlanToSelect, includes } from '@assay/contract';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconCheck } from '../../../ui/icons/icons.ts';
import { PlanTable } from '../../../ui/PlanTable.tsx';
import { type FeatureRow, featureRows } from '../../../ui/planRows.ts';
import { PlanHead } from './PlanHead.tsx';
import styles from './payment.module.css';
import { UsageMonths } from './UsageMonths.tsx';
import { UsagePanel } from './UsagePanel.tsx';

type Row = FeatureRow | { label: string; text: string };

function rowsOf(account: AccountView): readonly Row[] {
  return [
    { label: 'Testing minutes a month', text: 'no limit' },
    { label: 'Runners at once', text: formatCount(account.numberOfRunners) },
    { label: 'Test Run Analyses a month', text: 'no limit' },
    ...featureRows(account),
  ];
}

function columnsOf(account: AccountView): Column<Row>[] {
  return [
    { key: 'label', title: 'Included', cell: ({ label }) => label },
    {
      key: 'own',
      title: 'Self-hosted',
      cell: (row) => {
        if ('text' in row) return row.text;
        if (!includes(account, row.feature)) return <span className="soft">no</span>;
        return <IconCheck size={16} stroke={1.75} role="img" aria-label="yes" />;
      },
    },
  ];
}

/** Without a payment processor there is nothing to pay: who grants the plan, and how to switch billing on. */
export function BillingOff({ account, countedAt }: { account: AccountView; countedAt: number | undefined }) {
  return (
    <div className={styles.off}>
      <p className={styles.notice}>
        <strong>Billing is off.</strong>{' '}
        <span className="soft">
          This installation has no payment processor, so nothing is charged, and its operator sets the plan.
        </span>
      </p>
      <PlanHead account={account} subscription={null} countedAt={countedAt} />
      <UsagePanel account={account} />
      {hasPlanToSelect({ tier: account.currentPlan, legacyPlan: account.legacyPlan }) ? (
        <PlanTable />
      ) : (
        <div className={styles.included}>
          <DataTable
            label="Included"
            columns={columnsOf(account)}
            rows={rowsOf(account)}
            keyOf={({ label }) => label}
          />
        </div>
      )}
      <UsageMonths />
      <p className={styles.said}>
        With <code>ASSAY_STRIPE_SECRET_KEY</code> and <code>ASSAY_STRIPE_PUBLISHABLE_KEY</code> set at the next start,
        this page offers the tiers.
      </p>
    </div>
  );
}
