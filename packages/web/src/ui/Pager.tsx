import { UnstyledButton } from '@mantine/core';
import { formatCount } from './format/formatNumbers.ts';
import styles from './Pager.module.css';

/** Previous and next, with the current range: '1–10 of 1,294' or 'of 10,000+'. Nothing for a page without rows. */
export function Pager({
  page,
  size,
  shown,
  total,
  isLeast = false,
  onPage,
}: {
  page: number;
  size: number;
  shown: number;
  total: number;
  /** There are more, which nobody counted. */
  isLeast?: boolean;
  onPage: (page: number) => void;
}) {
  const first = (page - 1) * size;
  if (shown === 0) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className="tabular">
        {formatCount(first + 1)}–{formatCount(first + shown)} of {formatCount(total)}
        {isLeast && '+'}
      </span>
      <UnstyledButton className={styles.step} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        ← Previous
      </UnstyledButton>
      <UnstyledButton className={styles.step} disabled={first + shown >= total} onClick={() => onPage(page + 1)}>
        Next →
      </UnstyledButton>
    </nav>
  );
}
