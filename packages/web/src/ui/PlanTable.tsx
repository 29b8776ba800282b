import type { AccountView } from '@assay/contract';
import { useGetAccountQuery, useListPlansQuery } from '../connection/serviceHooks.ts';
import { type Column, DataTable } from './DataTable.tsx';
import { formatCount } from './format/formatNumbers.ts';
import { IconCheck } from './icons/icons.ts';
import { Loaded } from './Loaded.tsx';
import { type FeatureRow, featureRows, type Plan, wouldInclude } from './planRows.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';

type Row = FeatureRow | { limit: 'testingMinutes'; label: string };

const rowsOf = (account: AccountView): readonly Row[] => [
  ...featureRows(account),
  { limit: 'testingMinutes', label: 'Testing minutes a month' },
];

const formatLimit = (limit: number | null) => (limit === null ? 'unlimited' : formatCount(limit));

function columnsOf(account: AccountView, plans: readonly Plan[]): Column<Row>[] {
  const isOwn = ({ tier }: Plan) => !account.legacyPlan && tier === account.currentPlan;
  return [
    { key: 'label', title: 'Included', cell: ({ label }) => label },
    ...plans.map((plan) => ({
      key: plan.id,
      title: isOwn(plan) ? `${plan.name} (yours)` : plan.name,
      cell: (row: Row) =>
        'limit' in row ? (
          formatLimit(plan[row.limit])
        ) : wouldInclude(account, plan, row.feature) ? (
          <IconCheck size={16} stroke={1.75} role="img" aria-label="yes" />
        ) : (
          <span className="soft">no</span>
        ),
    })),
  ];
}

/** The plans that there are, by what the open account would have on each. */
export function PlanTable() {
  const query = useListPlansQuery();
  const { data: account } = useGetAccountQuery();
  return (
    <Loaded
      query={query}
      failed="The plans could not be loaded"
      skeleton={<RowsSkeleton rows={9} height={40} />}
      framed
    >
      {(plans) =>
        account && (
          <DataTable
            label="Plans"
            columns={columnsOf(account, plans)}
            rows={rowsOf(account)}
            keyOf={(row) => row.label}
          />
        )
      }
    </Loaded>
  );
}
