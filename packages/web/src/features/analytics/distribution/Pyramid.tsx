import type { DistributionCounts, TestType } from '@assay/contract';
import { formatCount, formatShare } from '../../../ui/format/formatNumbers.ts';
import styles from './distribution.module.css';
import { levels, sortedOf } from './distributionLevels.ts';

type Props = {
  title: string;
  note: string;
  counts: DistributionCounts;
  most: number;
  onPick?: (type: TestType) => void;
};

/**
 * How many tests are of each type, the widest level at its own scale.
 * @param most the largest level of all pyramids shown together
 */
export function Pyramid({ title, note, counts, most, onPick }: Props) {
  const sorted = sortedOf(counts);
  return (
    <figure className={styles.pyramid} aria-label={title}>
      <figcaption>
        <strong>{title}</strong> <span className="soft">{note}</span>
      </figcaption>
      {levels.map(({ type, key, label }) => {
        const share = sorted === 0 ? '–' : formatShare(counts[key], sorted);
        const bar = (
          <span
            className={styles.bar}
            data-type={type}
            style={{ width: `${(100 * counts[key]) / Math.max(1, most)}%` }}
          />
        );
        return (
          <div key={type} className={`${styles.level} tabular`}>
            <span className={styles.levelName}>{label}</span>
            {onPick ? (
              <button
                type="button"
                className={styles.track}
                aria-label={`List ${label} tests`}
                onClick={() => onPick(type)}
              >
                {bar}
              </button>
            ) : (
              <span className={styles.track}>{bar}</span>
            )}
            <span className={styles.levelCount}>
              <strong>{formatCount(counts[key])}</strong> <span className="soft">{share}</span>
            </span>
          </div>
        );
      })}
    </figure>
  );
}
