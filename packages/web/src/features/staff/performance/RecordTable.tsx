import type { MonitorRecordView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClockSeconds, formatExactTime, timeOf } from '../../../ui/format/formatTime.ts';
import { IconClock, IconMail, IconRefresh, IconWorld } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import styles from './performance.module.css';

const columns = 8;
const icons = {
  Web: IconWorld,
  Background: IconRefresh,
  Job: IconClock,
  MessageHandler: IconMail,
} as const satisfies Record<MonitorRecordView['monitorType'], unknown>;

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
            <th scope="col">
              <span className={styles.legend}>
                <span>
                  <span className={`${styles.swatch} ${styles.ofStore}`} aria-hidden /> store
                </span>
                <span>
                  <span className={`${styles.swatch} ${styles.ofRest}`} aria-hidden /> rest
                </span>
              </span>
            </th>
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
  const KindIcon = icons[monitorType];
  return (
    <>
      <tr className={styles.row} data-open={isOpen} onClick={() => setOpen(!isOpen)}>
        <td className="soft tabular">
          <StartTime time={startTime} />
        </td>
        <td>
          <span className={styles.kind}>
            <KindIcon size={14} stroke={1.75} aria-hidden />
            {monitorType}
          </span>
        </td>
        <td>
          <UnstyledButton
            data-row
            className={styles.name}
            fz="inherit"
            aria-expanded={isOpen}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!isOpen);
            }}
          >
            {name}
          </UnstyledButton>
        </td>
        <td>
          <Bar duration={duration} dbTime={dbTime} longest={longest} />
        </td>
        <td className={`${styles.numeric} tabular`}>{formatCount(Math.round(duration))}</td>
        <td className={`${styles.numeric} tabular`}>{formatCount(Math.round(dbTime))}</td>
        <td className={`${styles.numeric} tabular`}>{formatCount(dbRequests)}</td>
        <td>
          <span className={`${styles.extra} truncate`}>
            <Extra record={record} />
          </span>
        </td>
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

const dayMs = 24 * 3_600_000;

/** To the millisecond within a day. */
function StartTime({ time }: { time: string }) {
  const now = useNow(60_000);
  const at = timeOf(time);
  if (now - at >= dayMs) return <RelativeTime time={time} />;
  const milliseconds = String(new Date(at).getMilliseconds()).padStart(3, '0');
  return (
    <time dateTime={time} title={formatExactTime(time)}>
      {formatClockSeconds(at)}.{milliseconds}
    </time>
  );
}

/** Whose work it was; the account leads to its runs. */
function Extra({ record: { extra } }: { record: MonitorRecordView }) {
  const { accountId, accountName, userName, CLI } = extra;
  if (accountName === null && userName === null && !CLI) return '–';
  return (
    <>
      {accountId !== null && accountName !== null && (
        <Link
          className="link"
          to={`/employee/test-run-search?account=${accountId}`}
          onClick={(event) => event.stopPropagation()}
        >
          {accountName}
        </Link>
      )}
      {userName !== null && (
        <span className="soft">
          {accountName !== null && ' · '}
          {userName}
        </span>
      )}{' '}
      {CLI && <Tag>CLI</Tag>}
    </>
  );
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
