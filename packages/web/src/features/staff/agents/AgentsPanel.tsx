import { agentStatuses, type EmployeeAgentView, pollSeconds } from '@assay/contract';
import { useState } from 'react';
import { useListStaffAgentsQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterPill } from '../../../ui/FilterPill.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { manyOf, manyTexts, type UrlFilters } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { AgentTable } from './AgentTable.tsx';
import { byAttention, shapeOfAgent, systemOf } from './agentFacts.ts';
import styles from './agents.module.css';
import { useHeldOrder } from './useHeldOrder.ts';

type Status = EmployeeAgentView['status'];
type Filters = { status: readonly Status[]; cluster: string[]; os: string[]; version: string[] };
const agentFilters: UrlFilters<Filters> = {
  status: manyOf('status', agentStatuses),
  cluster: manyTexts('cluster'),
  os: manyTexts('os'),
  version: manyTexts('version'),
};

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

/** Agents without a runner pool. */
const noCluster = 'none';
const choicesOf = (values: readonly string[]) => [...new Set(values)].sort().map((value) => ({ value, label: value }));
const fits = (picked: readonly string[], value: string) => picked.length === 0 || picked.includes(value);

function Agents({ agents }: { agents: readonly EmployeeAgentView[] }) {
  const { filters, setFilters } = useUrlFilters(agentFilters, { replace: true });
  const [isHeld, setHeld] = useState(false);
  const found = agents
    .filter(
      ({ status, cluster, os, shortVersion }) =>
        fits(filters.status, status) &&
        fits(filters.cluster, cluster ?? noCluster) &&
        fits(filters.os, systemOf[os]) &&
        fits(filters.version, shortVersion),
    )
    .sort(byAttention);
  const shown = useHeldOrder(found, isHeld);
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
              icon: <StatusShape shape={shapeOfAgent[status]} label="" />,
            }))}
            picked={filters.status}
            onChange={(picked) => setFilters({ status: agentStatuses.filter((status) => picked.includes(status)) })}
          />
          <FilterPill
            label="Cluster"
            choices={choicesOf(agents.map(({ cluster }) => cluster ?? noCluster))}
            picked={filters.cluster}
            onChange={(cluster) => setFilters({ cluster })}
          />
          <FilterPill
            label="OS"
            choices={choicesOf(agents.map(({ os }) => systemOf[os]))}
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
      {shown.length === 0 ? (
        <div className={styles.none}>
          <EmptyState title="No Agents Found" why="No agent fits these filters." />
        </div>
      ) : (
        <AgentTable agents={shown} nameOf={nameOf} onHold={setHeld} />
      )}
    </>
  );
}
