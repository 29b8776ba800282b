import type { StaffLog } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { AnsiSpan } from '../../../ui/AnsiText.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClockSeconds, formatExactTime, timeOf } from '../../../ui/format/formatTime.ts';
import styles from './staffRun.module.css';

/** Rows of a table that a browser lays out at once. */
const shownAtFirst = 1_000;

/** Log entries with their times; long logs are cut until more is asked for. */
export function LogTable({ label, entries }: { label: string; entries: StaffLog['entries'] }) {
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <>
      <table className={styles.log} aria-label={label}>
        <thead className="visuallyHidden">
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Source</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, shown).map(({ time, source, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log are appended, never moved
            <tr key={index}>
              <td className={`${styles.time} tabular`}>
                {time !== null && (
                  <time dateTime={time} title={formatExactTime(time)}>
                    {formatClockSeconds(timeOf(time))}
                  </time>
                )}
              </td>
              <td className={styles.source}>{source}</td>
              <td>
                <AnsiSpan text={message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > shown && (
        <div className={styles.more}>
          <UnstyledButton className="link" onClick={() => setShown(shown + shownAtFirst)}>
            Show more of {formatCount(entries.length)} entries
          </UnstyledButton>
        </div>
      )}
    </>
  );
}
