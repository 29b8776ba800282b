import type { MonitorRecordView } from '@assay/contract';
import { useRef, useState } from 'react';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import styles from './performance.module.css';

const columns = 8;

/** A row for each record, with one bar on a scale that all share; Enter or a click opens its details. */
export function RecordTable({ records }: { records: readonly MonitorRecordView[] }) {
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  const longest = Math.max(1, ...records.map(({ duration }) => duration));
  return (
    <div ref={table} className={styles.frame}>
      <table className={styles.table} aria-label="Performance records">
        <thead>
          <tr>
            <th scope="col">Start</th>
            <th scope="col">Kind</th>
            <th scope="col">Name</th>
            <th scope="col">Stores and rest</th>
            <th scope="col" className={styles.numeric} aria-sort="descending">
              Took, ms ↓
            </th>
            <th scope="col" className={styles.numeric}>
              Store, ms
            </th>
            <th scope="col" className={styles.numeric}>
              Requests
            </th>
            <th scope="col">Extra</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow key={record.id} record={record} longest={longest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordRow({ record, longest }: { record: MonitorRecordView; longest: number }) {
  const [isOpen, setOpen] = useState(false);
  const { startTime, monitorType, name, duration, dbTime, dbRequests } = record;
  return (
    <>
      <tr
        data-row
        tabIndex={0}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setOpen(!isOpen);
        }}
      >
        <td className="soft">
          <RelativeTime time={startTime} />
        </td>
        <td>{monitorType}</td>
        <td>
          <strong>{name}</strong>
        </td>
        <td>
          <Bar duration={duration} dbTime={dbTime} longest={longest} />
        </td>
        <td className={`${styles.numeric} tabular`}>{formatCount(Math.round(duration))}</td>
        <td className={`${styles.numeric} tabular`}>{formatCount(Math.round(dbTime))}</td>
        <td className={`${styles.numeric} tabular`}>{formatCount(dbRequests)}</td>
        <td>{whoseOf(record)}</td>
      </tr>
      {isOpen && (
        <tr className={styles.details}>
          <td colSpan={columns}>
            <Details record={record} />
          </td>
        </tr>
      )}
    </>
  );
}

const barWidth = 120;

function Bar({ duration, dbTime, longest }: { duration: number; dbTime: number; longest: number }) {
  const width = Math.max(2, (duration / longest) * barWidth);
  // Requests in parallel add up to more than the work took.
  const stores = Math.min(width, (dbTime / longest) * barWidth);
  return (
    <svg className={styles.bar} width={barWidth} height={10} aria-hidden>
      <rect className={styles.rest} width={width} height={10} />
      <rect className={styles.store} width={stores} height={10} />
    </svg>
  );
}

function whoseOf({ extra: { accountName, userName, CLI } }: MonitorRecordView) {
  const parts = [accountName, userName, CLI ? 'CLI' : null].filter((part) => part !== null);
  return parts.length === 0 ? '–' : parts.join(' · ');
}

function Details({ record: { startTime, extra, slowest } }: { record: MonitorRecordView }) {
  const { path, accountId, accountName, userId, userName, CLI } = extra;
  return (
    <dl className={styles.facts}>
      <Fact label="Start" value={formatExactTime(startTime)} />
      <Fact label="Path" value={path ?? '–'} />
      <Fact label="Account" value={accountId === null ? '–' : `${accountName ?? ''} ${accountId}`.trim()} />
      <Fact label="User" value={userId === null ? '–' : `${userName ?? ''} ${userId}`.trim()} />
      <Fact label="CLI" value={CLI ? 'yes' : 'no'} />
      <Fact
        label="Slowest store request"
        value={slowest === null ? '–' : `${slowest.name}, ${formatDuration(slowest.milliseconds)}`}
      />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
