import type { StaffLog } from '@assay/contract';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded, type Query } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { LogTable } from './LogTable.tsx';
import styles from './staffRun.module.css';

type Props = { label: string; query: Query<StaffLog>; why: string; foot?: (log: StaffLog) => ReactNode };

/** A log as the whole of a screen. */
export function StaffLogView({ label, query, why, foot }: Props) {
  return (
    <Loaded
      query={query}
      failed="The log could not be loaded"
      skeleton={<RowsSkeleton rows={8} height={20} />}
      isEmpty={({ entries }) => entries.length === 0}
      empty={<EmptyState title="No logs to load" why={why} />}
      keepsPrevious
      framed
    >
      {(log) => (
        <div className={styles.frame}>
          <LogTable label={label} entries={log.entries} />
          {foot && <div className={styles.more}>{foot(log)}</div>}
        </div>
      )}
    </Loaded>
  );
}
