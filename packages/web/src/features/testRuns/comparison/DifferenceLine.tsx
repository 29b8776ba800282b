import type { RunComparison, TestRunView } from '@assay/contract';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { IconAlertTriangle } from '../../../ui/icons/icons.ts';
import { Tag } from '../../../ui/Tag.tsx';
import styles from './comparison.module.css';
import { differencesOf, warningOf } from './differences.ts';

/** Differences that are named in full: they explain results by themselves. */
const named = ['environment', 'branch', 'framework'];

/** In what the runs differ besides their tests' results. */
export function DifferenceLine({
  first,
  second,
  comparison,
}: {
  first: TestRunView;
  second: TestRunView;
  comparison: RunComparison | undefined;
}) {
  const differences = differencesOf(first, second);
  const warning = warningOf(differences);
  const took =
    first.calculatedDuration !== null && second.calculatedDuration !== null
      ? second.calculatedDuration - first.calculatedDuration
      : null;
  return (
    <div className={styles.differences}>
      <span className="soft">{differences.length === 0 ? 'Same environment, branch and commit' : 'Differs in'}</span>
      {differences.map(({ name, before, after }) => (
        <Tag key={name} title={`${before} → ${after}`}>
          {named.includes(name) ? `${name}: ${before} → ${after}` : name}
        </Tag>
      ))}
      {took !== null && took !== 0 && (
        <span className="soft">
          · duration{' '}
          <strong className={`${styles.number} tabular`}>
            {took < 0 ? '−' : '+'}
            {formatDuration(Math.abs(took))}
          </strong>
        </span>
      )}
      {comparison && (
        <span className="soft">
          · tests{' '}
          <strong className={`${styles.number} tabular`}>
            {formatCount(comparison.tests.first)} → {formatCount(comparison.tests.second)}
          </strong>
        </span>
      )}
      {warning && (
        <span className={styles.warning}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> {warning}
        </span>
      )}
    </div>
  );
}
