import { type AgentView, pollSeconds } from '@assay/contract';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMay } from '../../connection/currentUser.ts';
import { useListAgentsQuery } from '../../connection/serviceHooks.ts';
import { usePolling } from '../../connection/usePolling.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatBytes } from '../../ui/format/formatNumbers.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { type Shape, StatusShape } from '../../ui/StatusShape.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { AddAgentModal } from './AddAgentModal.tsx';
import { AgentTokens } from './AgentTokens.tsx';
import styles from './agents.module.css';

const shapes: Record<AgentView['status'], Shape> = {
  Created: 'pending',
  Running: 'pass',
  Draining: 'ignored',
  Deprecated: 'ignored',
  Exited: 'canceled',
};

const outdatedTitle =
  'Of another version than this service hands out. Start it again with the command that Add an agent shows.';

const systems: Record<AgentView['os'], string> = { LINUX: 'Linux', WINDOWS: 'Windows', MACOS: 'macOS' };

const columns: readonly Column<AgentView>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: (agent) => (
      <>
        <span className={styles.name}>
          <StatusShape shape={shapes[agent.status]} label={agent.status} />
          <strong dir="auto">{agent.name}</strong>
          {agent.outdated && <Tag title={outdatedTitle}>outdated</Tag>}
          {!isIsolated(agent) && <Tag title={openTitle}>not isolated</Tag>}
        </span>
        {agent.capabilities.isolationDefect !== undefined && (
          <div className={styles.reason}>Isolation: {agent.capabilities.isolationDefect}.</div>
        )}
        {agent.idleReason !== null && <div className={styles.reason}>{agent.idleReason}</div>}
      </>
    ),
  },
  { key: 'status', title: 'Status', cell: (agent) => agent.status, shownFrom: 'wide' },
  { key: 'pool', title: 'Pool', cell: (agent) => agent.pool ?? '', shownFrom: 'wide' },
  { key: 'os', title: 'System', cell: (agent) => systems[agent.os], shownFrom: 'wide' },
  { key: 'has', title: 'Has', cell: (agent) => <Has agent={agent} />, shownFrom: 'widest' },
  { key: 'version', title: 'Version', cell: (agent) => agent.shortVersion, shownFrom: 'widest' },
  { key: 'busy', title: 'Busy', cell: (agent) => <Busy agent={agent} />, numeric: true },
  {
    key: 'disk',
    title: 'Free disk',
    cell: (agent) => (agent.availableDiskSpace === null ? '' : formatBytes(agent.availableDiskSpace)),
    numeric: true,
    shownFrom: 'widest',
  },
  { key: 'seen', title: 'Last seen', cell: (agent) => <RelativeTime time={agent.updatedAt} /> },
];

const openTitle =
  'Tests run as the agent itself here, and can read what it can read: its token, other projects, beside the service its keys and stores. Start it with --isolate, or npm start again once the machine can isolate tests.';

function isIsolated({ capabilities: { containers, sandbox } }: AgentView): boolean {
  return containers !== undefined || sandbox !== undefined;
}

const programs = {
  nodejs: 'Node',
  chrome: 'Chrome',
  python: 'Python',
  java: 'Java',
  dotnet: '.NET',
  containers: 'Containers',
  sandbox: 'Sandbox',
} as const satisfies Partial<Record<keyof AgentView['capabilities'], string>>;

/** What the machine offers to tests; versions are shown on demand, as they are long. */
function Has({ agent }: { agent: AgentView }) {
  const keys = Object.keys(programs) as (keyof typeof programs)[];
  const found = keys.filter((key) => (agent.capabilities[key] ?? null) !== null);
  const { nodeVersions = [], pythonVersions = [] } = agent.capabilities;
  const also: Partial<Record<keyof typeof programs, readonly string[]>> = {
    nodejs: nodeVersions,
    python: pythonVersions,
  };
  const versions = found
    .map((key) => [`${programs[key]} ${agent.capabilities[key]}`, ...(also[key] ?? [])].join(', '))
    .join('\n');
  return (
    <span className="soft" title={versions}>
      {found.map((key) => programs[key]).join(', ')}
    </span>
  );
}

/** A slot that works for several runs in turn is a runner of each until they end. */
function Busy({ agent: { capacity, nonExitedRunners } }: { agent: AgentView }) {
  const busy = Math.min(capacity, nonExitedRunners);
  const share = capacity === 0 ? 0 : (busy / capacity) * 100;
  return (
    <span className={styles.busy}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${share}%` }} />
      </span>
      {busy} of {capacity}
    </span>
  );
}

/** The machines that run tests, and the tokens they authenticate with. */
export function AgentsScreen() {
  const query = useListAgentsQuery();
  usePolling(query.refetch, pollSeconds.agents);
  const mayWrite = useMay('agent.write');
  const [opened, { open, close }] = useDisclosure(false);
  const add = mayWrite && (
    <Button variant="filled" onClick={open}>
      Add an agent
    </Button>
  );
  return (
    <>
      <ScreenHead title="Agents" documentTitle="Agents" actions={query.data && query.data.length > 0 && add} />
      <Loaded
        query={query}
        failed="Agents could not be loaded"
        skeleton={<RowsSkeleton rows={3} height={40} />}
        empty={
          <EmptyState
            title="No agents yet"
            why="An agent is a machine that fetches your code and runs its tests. Runs wait until there is one."
            action={add}
          />
        }
        framed
      >
        {(agents) => <DataTable label="Agents" columns={columns} rows={agents} keyOf={(agent) => agent.id} />}
      </Loaded>
      {mayWrite && <AgentTokens />}
      {mayWrite && <AddAgentModal opened={opened} onClose={close} />}
    </>
  );
}
