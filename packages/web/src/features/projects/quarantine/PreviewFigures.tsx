import type { PreviewDays, QuarantinePreview } from '@assay/contract';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { FailedByDay } from './FailedByDay.tsx';
import styles from './quarantinePreview.module.css';

type Figure = { shape: Shape; count: number; value: string; text: string };

/** The answer in three figures: what is won, who is set aside, and what that costs. */
export function PreviewFigures({ preview, days }: { preview: QuarantinePreview; days: PreviewDays }) {
  const { failed, spared, quarantined, missed } = preview;
  const figures: readonly Figure[] = [
    {
      shape: 'pass',
      count: spared,
      value: `${formatCount(spared)} of ${formatCount(failed)}`,
      text: `failed ${failed === 1 ? 'run' : 'runs'} would have passed`,
    },
    {
      shape: 'ignored',
      count: quarantined,
      value: formatCount(quarantined),
      text: `${quarantined === 1 ? 'test' : 'tests'} would have been kept aside`,
    },
    {
      shape: 'fail',
      count: missed,
      value: formatCount(missed),
      text: `real ${missed === 1 ? 'failure' : 'failures'} would have been hidden`,
    },
  ];
  return (
    <section className={styles.answer} aria-labelledby="answer">
      <h2 id="answer">With quarantine in the last {days} days</h2>
      <div className={styles.panel}>
        <ul className={`${styles.figures} tabular`}>
          {figures.map(({ shape, count, value, text }) => (
            <li key={shape}>
              <strong>{value}</strong>
              <span>
                <StatusShape shape={count === 0 ? 'pending' : shape} label="" /> {text}
              </span>
            </li>
          ))}
        </ul>
        {failed > 0 && <FailedByDay preview={preview} />}
      </div>
    </section>
  );
}
