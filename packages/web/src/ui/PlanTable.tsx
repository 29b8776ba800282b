import { type AccountPlanView, type AccountView, includes, type PlanFeature, workflowsFlag } from '@assay/contract';
import type { Static } from 'typebox';
import { useGetAccountQuery, useListPlansQuery } from '../connection/serviceHooks.ts';
import { type Column, DataTable } from './DataTable.tsx';
import { formatCount } from './format/formatNumbers.ts';
import { IconCheck } from './icons/icons.ts';
import { Loaded } from './Loaded.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';

type Plan = Static<typeof AccountPlanView>;
type Row = { feature: PlanFeature; label: string } | { limit: 'testingMinutes'; label: string };

/** What is switched on for single accounts alone has no row: no plan brings it. */
const rowsOf = ({ flags }: AccountView): readonly Row[] => [
  { feature: 'ownRunners', label: 'Runs on own runners' },
  { feature: 'ownRunners', label: 'Timeline' },
  { feature: 'upload', label: 'Upload Test Run' },
  { feature: 'recordings', label: 'Videos of tests' },
  { feature: 'triggers', label: 'Test Triggers' },
  { feature: 'alerts', label: 'Alerts' },
  { feature: 'testPlans', label: 'Test Plans' },
  ...(flags.includes(workflowsFlag) ? [{ feature: 'workflows', label: 'Quality Workflows' } as const] : []),
  { feature: 'windowsPools', label: 'Windows runner pools' },
  { limit: 'testingMinutes', label: 'Testing minutes a month' },
];

/** Whether the account would have the feature on this plan. */
function wouldInclude({ flags }: AccountView, { tier, legacyPlan, features }: Plan, feature: PlanFeature): boolean {
  return includes({ currentPlan: tier, legacyPlan, currentPlanFeatures: features, flags }, feature);
}

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
