import type { WorkflowView } from '@assay/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useListWorkflowsQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format/formatNumbers.ts';
import { IconDots } from '../../ui/icons/icons.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { useRowKeys } from '../../ui/useRowKeys.ts';
import { useArchiveWorkflow } from './useArchiveWorkflow.ts';
import styles from './workflows.module.css';

/** The quality workflows of the account. */
export function WorkflowListScreen() {
  const query = useListWorkflowsQuery();
  const mayWrite = useMay('workflow.write');
  const path = useAccountPath();
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const add = mayWrite && (
    <Button component={Link} to={path('workflows/new')} variant="filled">
      Add workflow
    </Button>
  );
  return (
    <div ref={area}>
      <ScreenHead
        title="Quality Workflows"
        documentTitle="Quality Workflows"
        actions={query.data && query.data.length > 0 && add}
      />
      <Loaded
        query={query}
        failed="Workflows could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={
          <EmptyState
            title="Add your first workflow"
            why="A workflow draws how you get from a change to a release, and shows which test plan proves which step."
            action={add}
          />
        }
        framed
      >
        {(workflows) => <DataTable label="Workflows" columns={columns} rows={workflows} keyOf={({ id }) => id} />}
      </Loaded>
    </div>
  );
}

const columns: Column<WorkflowView>[] = [
  { key: 'name', title: 'Name', cell: (workflow) => <NameCell workflow={workflow} /> },
  { key: 'steps', title: 'Steps', cell: ({ stepCount }) => counted(stepCount, 'step') },
  {
    key: 'created',
    title: 'Date created',
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
    shownFrom: 'wide',
  },
  {
    key: 'changed',
    title: 'Last changed',
    cell: ({ changedAt }) => <RelativeTime time={changedAt} />,
    shownFrom: 'wide',
  },
  { key: 'actions', title: '', cell: (workflow) => <ActionsCell workflow={workflow} /> },
];

function NameCell({ workflow: { id, name } }: { workflow: WorkflowView }) {
  const path = useAccountPath();
  return (
    <Link to={path(`workflows/${id}`)} data-row title={name} className={`${styles.name} truncate`}>
      {name}
    </Link>
  );
}

function ActionsCell({ workflow }: { workflow: WorkflowView }) {
  const mayWrite = useMay('workflow.write');
  const path = useAccountPath();
  const askToArchive = useArchiveWorkflow();
  if (!mayWrite) return null;
  return (
    <span className={styles.actions}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${workflow.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={path(`workflows/${workflow.id}/settings`)}>
            Rename
          </Menu.Item>
          <Menu.Item color="red" onClick={() => askToArchive(workflow)}>
            Archive
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
