import type { QuarantinePreview } from '@assay/contract';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import styles from './quarantinePreview.module.css';

type Day = QuarantinePreview['days'][number];

const dayText = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

function textOf({ start, failed, spared }: Day): string {
  const day = dayText.format(new Date(start));
  return `${day}: ${counted(failed, 'failed run')}, of which ${formatCount(spared)} would have passed`;
}

/** How many runs failed on each day, and how many of these would have passed. A drawing: the tables have the runs. */
export function FailedByDay({ preview: { days, failed, spared, knownFrom } }: { preview: QuarantinePreview }) {
  const most = Math.max(1, ...days.map((day) => day.failed));
  const heightOf = (count: number) => ({ height: `${(count / most) * 100}%` });
  const isWhole = ({ start }: Day) => knownFrom === null || Date.parse(start) >= Date.parse(knownFrom);
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <figure className={styles.byDay}>
      <figcaption>
        <span>Failed runs by day</span>
        <span className={styles.key}>
          <i className={styles.failed} /> would have failed all the same
        </span>
        {!days.every(isWhole) && (
          <span className={styles.key}>
            <i className={styles.failed} data-whole={false} /> known in part
          </span>
        )}
        <span className={styles.key}>
          <i className={styles.spared} /> would have passed
        </span>
      </figcaption>
      <div
        className={styles.bars}
        role="img"
        aria-label={`${counted(failed, 'failed run')} in ${counted(days.length, 'day')}, up to ${formatCount(most)} a day; ${formatCount(spared)} would have passed`}
      >
        {days.map((day) => (
          <div key={day.start} title={textOf(day)}>
            <div className={styles.spared} style={heightOf(day.spared)} hidden={day.spared === 0} />
            <div
              className={styles.failed}
              data-whole={isWhole(day)}
              style={heightOf(day.failed - day.spared)}
              hidden={day.failed === day.spared}
            />
          </div>
        ))}
      </div>
      <div className={styles.ends} aria-hidden>
        <span>{first && dayText.format(new Date(first.start))}</span>
        <span>{last && dayText.format(new Date(last.start))}</span>
      </div>
    </figure>
  );
}
