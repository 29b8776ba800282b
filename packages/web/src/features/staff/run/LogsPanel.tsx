import type { StaffLog, StaffTestRunDetailView } from '@assay/contract';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useReadStaffRunLogQuery } from '../../../connection/serviceHooks.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { LogTable } from './LogTable.tsx';
import styles from './staffRun.module.css';

const entriesShown = 12;

/** The newest log entries of a run, or those that contain what is searched for; `/` searches. */
export function LogsPanel({ run }: { run: StaffTestRunDetailView }) {
  const query = useReadStaffRunLogQuery({ params: { id: run.id } });
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const wanted = search.trim().toLowerCase();
  const matching = (entries: StaffLog['entries']) =>
    entries.filter(({ source, message }) => `${source} ${message}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.panel} aria-label="Logs">
      <div className={styles.panelHead}>
        <h2>Logs</h2>
        {query.currentData && (
          <span className="soft">{counted(query.currentData.entries.length, 'entry', 'entries')}</span>
        )}
        <SearchField
          className={styles.search}
          field={field}
          size="xs"
          aria-label="Search logs"
          placeholder="Search"
          value={search}
          onSearch={setSearch}
        />
        <Link className={`link ${styles.afterSearch}`} to={`/employee/test-runs/${run.id}/logs`}>
          All logs
        </Link>
      </div>
      <Loaded
        query={query}
        failed="The log could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={20} />}
        isEmpty={({ entries }) => entries.length === 0}
        empty={<p className={`soft ${styles.list}`}>No logs to load</p>}
      >
        {({ entries }) => {
          const found = wanted === '' ? entries.slice(-entriesShown) : matching(entries);
          if (found.length === 0) return <p className={`soft ${styles.list}`}>No entry contains “{search.trim()}”</p>;
          return (
            <div className={styles.within}>
              <LogTable label={wanted === '' ? 'Newest log entries' : 'Found log entries'} entries={found} />
              <p className="visuallyHidden" role="status">
                {wanted !== '' && `${formatCount(found.length)} found`}
              </p>
            </div>
          );
        }}
      </Loaded>
    </section>
  );
}
