import type { ReactNode } from 'react';
import styles from './Tag.module.css';

/** A small label: a tag, or a badge such as 'quarantined'. */
export function Tag({
  children,
  tone = 'plain',
  title,
}: {
  children: ReactNode;
  tone?: 'plain' | 'fail' | 'flaky' | 'ignored';
  title?: string;
}) {
  return (
    <span className={tone === 'plain' ? styles.tag : `${styles.tag} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}
