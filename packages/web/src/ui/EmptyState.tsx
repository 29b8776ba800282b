import type { ReactNode } from 'react';
import styles from './states.module.css';

/** Nothing to show: the text, why in one sentence, and the one action that helps. */
export function EmptyState({ title, why, action }: { title: string; why?: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {why && <p className={styles.why}>{why}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
