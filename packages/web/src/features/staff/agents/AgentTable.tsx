import type { EmployeeAgentView } from '@assay/contract';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useReplaceAgentMutation, useStopAgentMutation } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatBytes } from '../../../ui/format/formatNumbers.ts';
import { IconFileText } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { ReasonPopover } from '../access/ReasonPopover.tsx';
import { hasLittleDisk, shapeOfAgent, systemOf } from './agentFacts.ts';
import styles from './agents.module.css';
import { departureText } from './departureText.ts';

type AgentTableProps = {
  agents: readonly EmployeeAgentView[];
  /** Of all agents: a successor may be filtered out. */
  nameOf: ReadonlyMap<string, string>;
  /** Whether a row is under the pointer or has the focus. */
  onHold: (isHeld: boolean) => void;
};

/** Agents of every account with their commands; `j` and `k` move, Enter opens the log. */
export function AgentTable({ agents, nameOf, onHold }: AgentTableProps) {
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the pointer and the focus are
    <div
      ref={table}
      className={styles.table}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <DataTable
        label="Agents"
        columns={columnsOf(nameOf)}
        rows={agents}
        keyOf={({ id }) => id}
        noteOf={noteOf}
        stacks
      />
    </div>
  );
}

/** @returns why an agent needs attention, has nothing to do or is gone; null: nothing of these */
function noteOf(agent: EmployeeAgentView) {
  const { availableDiskSpace: free, diskSize } = agent.data;
  const isShort = hasLittleDisk(agent);
  const texts = [departureText(agent), agent.idleReason].filter((text) => text !== null);
  if (!isShort && texts.length === 0) return null;
  const share = free === null || !diskSize ? null : Math.floor((free / diskSize) * 100);
  return (
    <span className={styles.reason}>
      {isShort && (
        <span className={styles.old}>
          Only {share === null ? formatBytes(free ?? 0) : `${share}%`} of the disk is free
        </span>
      )}
      {isShort && texts.length > 0 && ' · '}
      {texts.join(' · ')}
    </span>
  );
}

function columnsOf(nameOf: ReadonlyMap<string, string>): readonly Column<EmployeeAgentView>[] {
  return [
    {
      key: 'status',
      title: 'Status',
      cell: ({ status }) => (
        <span className={styles.status}>
          <StatusShape shape={shapeOfAgent[status]} label="" />
          <span className={status === 'Exited' ? styles.gone : undefined}>{status}</span>
        </span>
      ),
    },
    {
      key: 'agent',
      title: 'Agent',
      cell: (agent) => (
        <span className={styles.name}>
          <strong className={agent.status === 'Exited' ? styles.gone : undefined}>{agent.name}</strong>{' '}
          <code className="soft" title={agent.id}>
            {agent.id.slice(-6)}
          </code>
        </span>
      ),
    },
    {
      key: 'where',
      title: 'Where',
      cell: ({ cluster, os }) => <span className="soft">{[cluster, systemOf[os]].filter(Boolean).join(' · ')}</span>,
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
    { key: 'disk', title: 'Disk', cell: (agent) => <Disk agent={agent} /> },
    {
      key: 'last',
      title: 'Last run',
      cell: ({ lastTestRunCompletedAt: at }) => (
        <span className={`soft ${styles.name}`}>{at === null ? '–' : <RelativeTime time={at} />}</span>
      ),
    },
    {
      key: 'replaced',
      title: 'Replaced',
      cell: ({ replacedById: by }) =>
        by === null ? (
          <span className="soft">–</span>
        ) : (
          <Link className={`link ${styles.name}`} to={`/employee/agents/${by}/logs`}>
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

/** How full the disk is, where the agent reports its size, and what is free. */
function Disk({ agent }: { agent: EmployeeAgentView }) {
  const { availableDiskSpace: free, diskSize } = agent.data;
  if (free === null) return <span className="soft">–</span>;
  const text = formatBytes(free);
  return (
    <span
      className={`${styles.disk} tabular`}
      data-little={hasLittleDisk(agent)}
      title={diskSize === null ? `${text} free` : `${text} of ${formatBytes(diskSize)} free`}
    >
      {diskSize !== null && diskSize > 0 && (
        <span className={styles.diskTrack} aria-hidden>
          <span className={styles.diskUsed} style={{ width: `${Math.max(0, 1 - free / diskSize) * 100}%` }} />
        </span>
      )}
      {text}
    </span>
  );
}

function Commands({ agent: { id, name, replacedById } }: { agent: EmployeeAgentView }) {
  const [stop] = useStopAgentMutation();
  const [replace] = useReplaceAgentMutation();
  return (
    <span className={styles.commands}>
      <Link className="link" data-row to={`/employee/agents/${id}/logs`} aria-label={`Logs of ${name}`} title="Logs">
        <IconFileText size={16} stroke={1.75} className={styles.icon} aria-hidden />
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
