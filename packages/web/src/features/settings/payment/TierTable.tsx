import { type AccountView, formatCents, planOf, type Tier } from '@assay/contract';
import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconCheck } from '../../../ui/icons/icons.ts';
import { featureRows, type Plan, wouldInclude } from '../../../ui/planRows.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useScrollsSideways } from '../../../ui/useScrollsSideways.ts';
import styles from './payment.module.css';

const yes = <IconCheck size={16} stroke={1.75} role="img" aria-label="yes" />;
const no = (
  <span className="soft">
    <span aria-hidden="true">–</span>
    <span className="visuallyHidden">no</span>
  </span>
);

type Row = { label: string; cell: (plan: Plan) => ReactNode; textOf: (plan: Plan) => string };

function rowsOf(account: AccountView): readonly Row[] {
  const limit = (label: string, of: (plan: Plan) => number | null): Row => {
    const textOf = (plan: Plan) => formatCount(of(plan) ?? 0);
    return { label, textOf, cell: (plan) => (of(plan) === 0 ? no : textOf(plan)) };
  };
  const runners = (plan: Plan) =>
    wouldInclude(account, plan, 'ownRunners') ? planOf(plan.tier as Tier).numberOfRunners : 0;
  return [
    limit('Testing minutes a month', ({ testingMinutes }) => testingMinutes),
    limit('Runners at once', runners),
    limit('Test Run Analyses a month', ({ analysedRuns }) => analysedRuns),
    ...featureRows(account).map(({ feature, label }) => ({
      label,
      textOf: (plan: Plan) => String(wouldInclude(account, plan, feature)),
      cell: (plan: Plan) => (wouldInclude(account, plan, feature) ? yes : no),
    })),
  ];
}

type TierTableProps = {
  account: AccountView;
  plans: readonly Plan[];
  /** The tier of the account; null: it has none. */
  own: Tier | null;
  chosen: Tier | null;
  onChoose: (tier: Tier) => void;
};

/** The available plans next to each other; what differs from the account's own is bold. */
export function TierTable({ account, plans, own, chosen, onChoose }: TierTableProps) {
  const [frame, scrolls] = useScrollsSideways<HTMLDivElement>();
  const ownPlan = plans.find(({ tier }) => tier === own);
  const classOf = ({ tier }: Plan) => (tier === chosen ? styles.chosen : undefined);
  return (
    <div ref={frame} className={styles.tableFrame} tabIndex={scrolls ? 0 : undefined}>
      <table className={styles.table} aria-label="Available plans">
        <thead>
          <tr>
            <th scope="col">Per month, in US dollars</th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col" className={classOf(plan)}>
                <Radio
                  size="xs"
                  name="tier"
                  value={String(plan.tier)}
                  checked={plan.tier === chosen}
                  onChange={() => onChoose(plan.tier as Tier)}
                  label={
                    <>
                      {plan.name} {plan.tier === own && <Tag>yours</Tag>}
                    </>
                  }
                  description={formatCents(plan.monthlyPrice ?? 0)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(account).map(({ label, cell, textOf }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {plans.map((plan) => (
                <td
                  key={plan.id}
                  className={classOf(plan)}
                  data-differs={plan.tier === chosen && ownPlan !== undefined && textOf(plan) !== textOf(ownPlan)}
                >
                  {cell(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
