import type { ReactNode } from 'react';
import styles from './Tag.module.css';

/** A small label: a tag, or a badge such as 'quarantined'. */
export function Tag({
  children,
  tone = 'plain',
  title,
  isWhole = false,
}: {
  children: ReactNode;
  tone?: 'plain' | 'pass' | 'fail' | 'flaky' | 'ignored';
  title?: string;
  /** A sentence rather than a word: never cut. */
  isWhole?: boolean;
}) {
  const classes = [styles.tag, ...(tone === 'plain' ? [] : [styles[tone]]), ...(isWhole ? [styles.whole] : [])];
  return (
    <span className={classes.join(' ')} title={title}>
      {children}
    </span>
  );
}
