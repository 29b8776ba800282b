import type { TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { runSegments } from '../../../ui/runSegments.ts';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import styles from './RunCounts.module.css';

/** The run's bar and its counts; both pick what the tree shows. */
export function RunCounts({
  run,
  picked,
  onPick,
  quarantinedShown,
  onQuarantined,
}: {
  run: TestRunView;
  picked: readonly Shape[];
  onPick: (shape: Shape) => void;
  quarantinedShown: boolean;
  onQuarantined: () => void;
}) {
  const segments = runSegments(run);
  const hasQuarantined = run.quarantineTotalCount > 0 && !run.ignoreQuarantine;
  if (run.testCount === 0 && !hasQuarantined)
    return (
      <div className={styles.bar}>
        <SegmentedBar segments={[]} total={1} thick />
      </div>
    );
  return (
    <>
      <div className={styles.bar}>
        <SegmentedBar
          segments={segments.filter((segment) => segment.shape !== 'pending')}
          total={Math.max(1, run.testCount)}
          thick
          picked={picked}
          onPick={onPick}
        />
      </div>
      <ul className={styles.counts} aria-label="Counts">
        {segments
          .filter((segment) => segment.count > 0)
          .map((segment) => (
            <li key={segment.shape}>
              <UnstyledButton
                className={`${styles.count} tabular`}
                data-shape={segment.shape}
                aria-pressed={picked.includes(segment.shape)}
                onClick={() => onPick(segment.shape)}
              >
                <StatusShape shape={segment.shape} label="" />
                {segment.label}
              </UnstyledButton>
            </li>
          ))}
        {hasQuarantined && (
          <li>
            <UnstyledButton
              className={`${styles.count} tabular`}
              aria-pressed={quarantinedShown}
              onClick={onQuarantined}
              title={quarantinedShown ? 'Hide them' : 'Show them'}
            >
              {formatCount(run.quarantineTotalCount)} quarantined
            </UnstyledButton>
          </li>
        )}
      </ul>
    </>
  );
}
