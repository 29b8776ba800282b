import { pollSeconds, runnerTypeLabels } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useListAgentsQuery, useListRunnerConfigurationsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import styles from './runnerConfigurations.module.css';
import { type TestStack, testStacksOf } from './testStacks.ts';

const about =
  'What tests find on the machines that are connected. A runner pool chooses the type of its runners; the stack follows from the machine.';

const columns: readonly Column<TestStack>[] = [
  {
    key: 'type',
    title: 'Runner type',
    cell: ({ runnerType, isDefault }) => (
      <span className={styles.type}>
        <strong>{runnerTypeLabels[runnerType]}</strong>
        {isDefault && <Tag title="Most runners of this type have it">default</Tag>}
      </span>
    ),
  },
  { key: 'key', title: 'Stack', cell: ({ key }) => <code>{key}</code>, shownFrom: 'wide' },
  { key: 'nodejs', title: 'Node.js', cell: ({ nodejs }) => <Version of={nodejs} /> },
  { key: 'chrome', title: 'Chrome', cell: ({ chrome }) => <Version of={chrome} /> },
  { key: 'python', title: 'Python', cell: ({ python }) => <Version of={python} /> },
  { key: 'agents', title: 'Agents', cell: ({ agentCount }) => formatCount(agentCount), numeric: true },
  { key: 'runners', title: 'Runners', cell: ({ runnerCount }) => formatCount(runnerCount), numeric: true },
];

function Version({ of: version }: { of: string | null }) {
  return version === null ? <span className="soft">none</span> : version;
}

/** The types of runners, and what is on the machines that serve them now. */
export function RunnerConfigurationsPanel() {
  const path = useAccountPath();
  const configurations = useListRunnerConfigurationsQuery();
  const agents = useListAgentsQuery();
  usePolling(agents.refetch, pollSeconds.agents);
  const toAgents = (
    <Button component={Link} to={path('agents')}>
      Agents
    </Button>
  );
  return (
    <section aria-label="Runner configurations">
      <div className={styles.head}>
        <p className={styles.about}>{about}</p>
        {toAgents}
      </div>
      <Loaded
        query={configurations}
        failed="The runner configurations could not be loaded"
        skeleton={<RowsSkeleton rows={2} height={40} />}
      >
        {(types) => (
          <Loaded
            query={agents}
            failed="The agents could not be loaded"
            skeleton={<RowsSkeleton rows={2} height={40} />}
          >
            {(connected) => <Stacks stacks={testStacksOf(types, connected)} />}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

function Stacks({ stacks }: { stacks: readonly TestStack[] }) {
  const path = useAccountPath();
  if (stacks.length === 0) {
    const add = (
      <Button component={Link} to={path('agents')} variant="filled">
        Add an agent
      </Button>
    );
    return (
      <EmptyState title="No agent is connected" why="Test stacks are told by the machines themselves." action={add} />
    );
  }
  return <DataTable label="Test stacks" columns={columns} rows={stacks} keyOf={({ key }) => key} stacks />;
}
