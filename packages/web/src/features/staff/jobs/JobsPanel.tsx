import type { ScheduledJobList, ScheduledJobView } from '@assay/contract';
import { SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import { useListJobsQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { oneText, type UrlFilters } from '../../../ui/urlFilters.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { type JobAction, JobReasonModal } from './JobReasonModal.tsx';
import { JobRow } from './JobRow.tsx';
import styles from './jobs.module.css';

const refreshEveryMs = 2_000;

const views: readonly { value: string; label: string; has: (job: ScheduledJobView) => boolean }[] = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'failing', label: 'Failing', has: ({ enabled, lastError }) => enabled && lastError !== null },
  { value: 'running', label: 'Running', has: ({ running }) => running },
  { value: 'off', label: 'Off', has: ({ enabled }) => !enabled },
];

const urlFilters: UrlFilters<{ show: string }> = {
  show: oneText('show', (text) => views.some(({ value }) => value === text)),
};

/** The periodic duties of the service: how they went, when they run next, and running or stopping them for a reason. */
export function JobsPanel() {
  // No socket reports their progress.
  const query = useListJobsQuery(undefined, { pollingInterval: refreshEveryMs, skipPollingIfUnfocused: true });
  return (
    <section aria-label="Jobs">
      <Loaded
        query={query}
        failed="The jobs could not be loaded"
        skeleton={<RowsSkeleton rows={12} height={38} />}
        isEmpty={({ jobs }) => jobs.length === 0}
        empty={<EmptyState title="No jobs" why="No process that runs jobs has started yet." />}
        keepsPrevious
        framed
      >
        {(list) => <JobList {...list} />}
      </Loaded>
    </section>
  );
}

function JobList({ jobs, running }: ScheduledJobList) {
  const { filters, setFilters } = useUrlFilters(urlFilters, { replace: true });
  const shown = filters.show || 'all';
  const [action, setAction] = useState<JobAction | null>(null);
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  const focused = () => {
    const id = document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
    return jobs.find((job) => job.id === id);
  };
  useShortcut(' ', () => {
    const job = focused();
    if (job) setAction({ kind: job.enabled ? 'turnOff' : 'turnOn', job });
  });
  useShortcut('r', () => {
    const job = focused();
    if (job && !job.running && job.requested === null) setAction({ kind: 'run', job });
  });
  const listed = jobs.filter(views.find(({ value }) => value === shown)?.has ?? (() => true));
  return (
    <>
      <div className={styles.head}>
        <SegmentedControl
          size="xs"
          aria-label="Which jobs"
          value={shown}
          onChange={(show) => setFilters({ show: show === 'all' ? '' : show })}
          data={views.map(({ value, label, has }) => ({
            value,
            label: `${label} ${formatCount(jobs.filter(has).length)}`,
          }))}
        />
        <span className="soft">
          {running ? 'Last 20 runs, newest right' : 'The automation is not running: its jobs wait'}
        </span>
      </div>
      <div ref={table} className={styles.frame}>
        <table className={styles.table} aria-label="Jobs">
          <thead>
            <tr>
              {['Job', 'Frequency', 'Enabled', 'Last run', 'Took', 'Duration', 'Next run', ''].map((title) => (
                <th key={title} scope="col" className={title === 'Took' ? styles.numeric : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {listed.map((job) => (
            <JobRow key={job.id} job={job} onAction={setAction} />
          ))}
        </table>
        {listed.length === 0 && (
          <EmptyState title="No jobs found" why="Jobs that fail, run or are off are listed here." />
        )}
      </div>
      <JobReasonModal action={action} onClose={() => setAction(null)} />
    </>
  );
}
