import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import styles from './triggers.module.css';

/** A segmented control below its label, like the fields around it. */
export function LabelledSegments({ label, ...props }: SegmentedControlProps & { label: string }) {
  return (
    <div className={styles.segments}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <SegmentedControl size="xs" aria-label={label} {...props} />
    </div>
  );
}
