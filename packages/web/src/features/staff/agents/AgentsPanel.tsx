import { agentStatuses, type EmployeeAgentView, pollSeconds } from '@assay/contract';
import { Link } from 'react-router';
import {
  useListStaffAgentsQuery,
  useReplaceAgentMutation,
  useStopAgentMutation,
} from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { formatBytes, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { manyOf, manyTexts, type UrlFilters } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { ReasonPopover } from '../access/ReasonPopover.tsx';
import styles from './agents.module.css';

type Status = EmployeeAgentView['status'];
type Filters = { status: readonly Status[]; os: string[]; version: string[] };
const agentFilters: UrlFilters<Filters> = {
  status: manyOf('status', agentStatuses),
  os: manyTexts('os'),
  version: manyTexts('version'),
};

const shapes: Record<Status, Shape> = {
  Created: 'pending',
  Running: 'pass',
  Draining: 'ignored',
  Deprecated: 'ignored',
  Exited: 'notRun',
};
const systems: Record<EmployeeAgentView['os'], string> = { LINUX: 'linux', WINDOWS: 'windows', MACOS: 'macos' };

/** A disk with less than this stops agents from taking work. */
const littleDisk = 2 * 1024 ** 3;
const needsAttention = ({ availableDiskSpace, status, outdated }: EmployeeAgentView) =>
  status !== 'Exited' && ((availableDiskSpace !== null && availableDiskSpace < littleDisk) || outdated);

/** What needs attention first, then by status; nothing moves between two answers with the same facts. */
function inOrder(a: EmployeeAgentView, b: EmployeeAgentView): number {
  const attention = Number(needsAttention(b)) - Number(needsAttention(a));
  return attention || order.indexOf(a.status) - order.indexOf(b.status) || a.name.localeCompare(b.name);
}
const order: readonly Status[] = ['Running', 'Draining', 'Created', 'Deprecated', 'Exited'];

/** Every agent of every account, which staff stop and replace for a reason. */
export function AgentsPanel() {
  const query = useListStaffAgentsQuery(undefined, {
    pollingInterval: pollSeconds.agents * 1000,
    skipPollingIfUnfocused: true,
  });
  return (
    <section aria-label="Agents">
      <Loaded
        query={query}
        failed="Agents could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={<EmptyState title="No Agents Exist" why="Test runs wait until an agent registers." />}
        framed={query.data === undefined || query.data.length === 0}
      >
        {(agents) => <Agents agents={agents} />}
      </Loaded>
    </section>
  );
}

const choicesOf = (values: readonly string[]) => [...new Set(values)].sort().map((value) => ({ value, label: value }));
const fits = (picked: readonly string[], value: string) => picked.length === 0 || picked.includes(value);

function Agents({ agents }: { agents: readonly EmployeeAgentView[] }) {
  const { filters, setFilters } = useUrlFilters(agentFilters, { replace: true });
  const shown = agents
    .filter(
      ({ status, os, shortVersion }) =>
        fits(filters.status, status) && fits(filters.os, systems[os]) && fits(filters.version, shortVersion),
    )
    .sort(inOrder);
  const alive = shown.filter(({ status }) => status !== 'Exited');
  const busy = alive.reduce((sum, { data }) => sum + data.currentRunners, 0);
  const capacity = alive.reduce((sum, agent) => sum + agent.capacity, 0);
  const nameOf = new Map(agents.map(({ id, name }) => [id, name]));
  return (
    <>
      <div className={styles.head}>
        {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some browsers */}
        <div className={styles.filters} role="search" aria-label="Filters">
          <FilterPill
            label="Status"
            choices={agentStatuses.map((status) => ({
              value: status,
              label: status,
              icon: <StatusShape shape={shapes[status]} label="" />,
            }))}
            picked={filters.status}
            onChange={(picked) => setFilters({ status: agentStatuses.filter((status) => picked.includes(status)) })}
          />
          <FilterPill
            label="OS"
            choices={choicesOf(agents.map(({ os }) => systems[os]))}
            picked={filters.os}
            onChange={(os) => setFilters({ os })}
          />
          <FilterPill
            label="Version"
            choices={choicesOf(agents.map(({ shortVersion }) => shortVersion))}
            picked={filters.version}
            onChange={(version) => setFilters({ version })}
          />
        </div>
        <div className={`${styles.legend} tabular`}>
          <span>
            <strong>{formatCount(busy)}</strong> of {formatCount(capacity)} runners
          </span>
          <span className={styles.mark}>
            <span className={`${styles.cell} ${styles.busy}`} aria-hidden /> at work
          </span>
          <span className={styles.mark}>
            <span className={`${styles.cell} ${styles.held}`} aria-hidden /> waiting for work
          </span>
          <span>every {pollSeconds.agents} s</span>
        </div>
      </div>
      <DataTable label="Agents" columns={columnsOf(nameOf)} rows={shown} keyOf={({ id }) => id} stacks />
    </>
  );
}

function columnsOf(nameOf: ReadonlyMap<string, string>): readonly Column<EmployeeAgentView>[] {
  return [
    {
      key: 'status',
      title: 'Status',
      cell: ({ status }) => (
        <span className={styles.status}>
          <StatusShape shape={shapes[status]} label="" />
          <span className={status === 'Exited' ? styles.gone : undefined}>{status}</span>
        </span>
      ),
    },
    {
      key: 'agent',
      title: 'Agent',
      cell: (agent) => (
        <>
          <strong className={agent.status === 'Exited' ? styles.gone : undefined}>{agent.name}</strong>{' '}
          <code className="soft" title={agent.id}>
            {agent.id.slice(-6)}
          </code>
          {agent.idleReason !== null && <div className={styles.reason}>{agent.idleReason}</div>}
        </>
      ),
    },
    {
      key: 'where',
      title: 'Where',
      cell: ({ cluster, os }) => <span className="soft">{[cluster, systems[os]].filter(Boolean).join(' · ')}</span>,
    },
    {
      key: 'version',
      title: 'Version',
      shownFrom: 'wide',
      cell: ({ shortVersion, outdated }) => (
        <span className={outdated ? styles.old : undefined} title={outdated ? 'An older version' : undefined}>
          {shortVersion}
        </span>
      ),
    },
    { key: 'capacity', title: 'Capacity', cell: (agent) => <Capacity agent={agent} /> },
    {
      key: 'disk',
      title: 'Disk',
      numeric: true,
      cell: ({ availableDiskSpace: free }) =>
        free === null ? (
          <span className="soft">–</span>
        ) : (
          <span className={free < littleDisk ? styles.old : undefined}>{formatBytes(free)}</span>
        ),
    },
    {
      key: 'last',
      title: 'Last run',
      cell: ({ lastTestRunCompletedAt: at }) => (
        <span className="soft">{at === null ? '–' : <RelativeTime time={at} />}</span>
      ),
    },
    {
      key: 'replaced',
      title: 'Replaced',
      cell: ({ replacedById: by }) =>
        by === null ? (
          <span className="soft">–</span>
        ) : (
          <Link className="link" to={`/employee/agents/${by}/logs`}>
            {nameOf.get(by) ?? 'soon'}
          </Link>
        ),
    },
    { key: 'actions', title: '', numeric: true, cell: (agent) => <Commands agent={agent} /> },
  ];
}

/** The largest agent that has a cell for each runner; larger ones show counts only. */
const mostCells = 12;

function Capacity({ agent: { capacity, nonExitedRunners, data } }: { agent: EmployeeAgentView }) {
  const busy = Math.min(capacity, data.currentRunners);
  const held = Math.min(capacity, Math.max(busy, nonExitedRunners));
  return (
    <span className={`${styles.capacity} tabular`}>
      {capacity <= mostCells && (
        <span className={styles.cells} aria-hidden>
          {Array.from({ length: capacity }, (_, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
              key={place}
              className={`${styles.cell} ${place < busy ? styles.busy : place < held ? styles.held : ''}`}
            />
          ))}
        </span>
      )}
      <span>
        {busy} <span className="soft">of {capacity}</span>
      </span>
    </span>
  );
}

function Commands({ agent: { id, name, replacedById } }: { agent: EmployeeAgentView }) {
  const [stop] = useStopAgentMutation();
  const [replace] = useReplaceAgentMutation();
  return (
    <span className={styles.commands}>
      <Link className="link" to={`/employee/agents/${id}/logs`} aria-label={`Logs of ${name}`}>
        Logs
      </Link>
      <ReasonPopover command="Stop" name={name} send={(reason) => stop({ params: { id }, query: { reason } })}>
        It hands back its work, ends all its processes and exits. Unfinished tests run again on other agents.
      </ReasonPopover>
      {replacedById === null && (
        <ReasonPopover command="Replace" name={name} send={(reason) => replace({ params: { id }, body: { reason } })}>
          It finishes its work and takes no more; then another agent starts in its place on the same machine.
        </ReasonPopover>
      )}
    </span>
  );
}
