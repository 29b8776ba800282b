import type { TestPlanView } from '@assay/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconDots, IconPlayerPlay } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfPlanRun, verdictOfPlanRun } from '../../../ui/shapeOfRun.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { RunPlanModal } from '../runs/RunPlanModal.tsx';
import { useDeleteTestPlan } from '../useDeleteTestPlan.ts';
import styles from './list.module.css';
import { planSort, resorted, sortedPlans, sortingOf } from './testPlanRows.ts';

export function TestPlanTable({ plans }: { plans: readonly TestPlanView[] }) {
  const { filters, setFilters } = useUrlFilters(planSort, { replace: true });
  const [toRun, setToRun] = useState<TestPlanView | null>(null);
  const columns: Column<TestPlanView>[] = [
    { key: 'name', title: 'Name', cell: (plan) => <NameCell plan={plan} />, sortable: true },
    {
      key: 'goal',
      title: 'Objective/Goal',
      cell: ({ goal }) => (
        <div className={`${styles.goal} truncate`} title={goal ?? undefined}>
          {goal}
        </div>
      ),
      shownFrom: 'wide',
      sortable: true,
    },
    {
      key: 'createdAt',
      title: 'Date created',
      cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
      shownFrom: 'widest',
      sortable: true,
    },
    { key: 'lastExecutedAt', title: 'Last executed', cell: (plan) => <LastCell plan={plan} />, sortable: true },
    { key: 'actions', title: '', cell: (plan) => <ActionsCell plan={plan} onRun={() => setToRun(plan)} /> },
  ];
  return (
    <>
      <div className={styles.table}>
        <DataTable
          label="Test plans"
          columns={columns}
          rows={sortedPlans(plans, filters)}
          keyOf={({ id }) => id}
          sorting={{ ...sortingOf(filters), onSort: (column) => setFilters(resorted(filters, column)) }}
        />
      </div>
      <RunPlanModal plan={toRun} onClose={() => setToRun(null)} />
    </>
  );
}

function NameCell({ plan: { id, key, name, stageCount, suiteCount } }: { plan: TestPlanView }) {
  const path = useAccountPath();
  return (
    <div className={styles.name}>
      <Link to={path(`test-plans/${id}`)} className="truncate" data-row title={name}>
        <strong dir="auto">{name}</strong>
      </Link>
      <span className={`${styles.second} truncate`}>
        <code>{key}</code> · {counted(stageCount, 'stage')}, {counted(suiteCount, 'suite')}
      </span>
    </div>
  );
}

function LastCell({ plan: { id, lastExecutedAt, lastRun } }: { plan: TestPlanView }) {
  const path = useAccountPath();
  if (lastExecutedAt === null) {
    return (
      <span className={`${styles.last} soft`}>
        <StatusShape shape="notRun" label="" /> Never
      </span>
    );
  }
  const when = <RelativeTime time={lastExecutedAt} />;
  if (!lastRun) return when;
  return (
    <span className={styles.last}>
      <StatusShape shape={shapeOfPlanRun(lastRun)} label={verdictOfPlanRun(lastRun)} />
      <Link to={path(`test-plans/${id}/runs?run=${lastRun.id}`)}>{when}</Link>
    </span>
  );
}

function ActionsCell({ plan, onRun }: { plan: TestPlanView; onRun: () => void }) {
  const mayRun = useMay('testPlan.run');
  const mayWrite = useMay('testPlan.write');
  const path = useAccountPath();
  const askToDelete = useDeleteTestPlan();
  return (
    <span className={styles.actions}>
      {mayRun && plan.hasTestSuites && (
        <Tooltip label="Run Test Plan">
          <ActionIcon aria-label={`Run Test Plan: ${plan.name}`} onClick={onRun}>
            <IconPlayerPlay size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {mayWrite && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Actions of ${plan.name}`}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={path(`test-plans/${plan.id}/settings`)}>
              Edit Settings
            </Menu.Item>
            <Menu.Item color="red" onClick={() => askToDelete(plan)}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
