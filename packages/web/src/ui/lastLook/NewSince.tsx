import { UnstyledButton } from '@mantine/core';
import { formatCount } from '../format/formatNumbers.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import type { Look } from './looks.ts';
import styles from './NewSince.module.css';

/** How many things are new on a screen since the person looked at it, and when that was; they can be marked as seen. */
export function NewSince({
  count,
  what,
  isAtLeast = false,
  since,
  onSeen,
}: {
  count: number;
  /** What they are or did, such as 'new'. */
  what: string;
  /** There are more of them on later pages, it may be. */
  isAtLeast?: boolean;
  since: Look;
  onSeen: () => void;
}) {
  return (
    <div className={styles.line}>
      <p>
        <span className={styles.dot} aria-hidden="true" />
        {isAtLeast && 'At least '}
        {formatCount(count)} {what} since you looked, <RelativeTime time={new Date(since.at).toISOString()} />
      </p>
      <UnstyledButton className="link" onClick={onSeen}>
        Mark as seen
      </UnstyledButton>
    </div>
  );
}
