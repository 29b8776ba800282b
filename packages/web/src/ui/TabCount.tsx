import { formatCount } from './format/formatNumbers.ts';
import styles from './TabCount.module.css';

/** How many things a tab shows, beside its title. Decoration: the panel says it too. */
export function TabCount({ useCount }: { useCount: () => number | undefined }) {
  const count = useCount();
  return (
    <span className={styles.count} aria-hidden>
      {count !== undefined && formatCount(count)}
    </span>
  );
}
