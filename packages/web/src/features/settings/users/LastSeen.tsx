import { timeOf } from '../../../ui/format/formatTime.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './users.module.css';

const minute = 60_000;
const nowMinutes = 5;
const idleDays = 90;

/** When somebody last used the account; whoever has not for long is marked. */
export function LastSeen({ at }: { at: string | null }) {
  const now = useNow(30_000);
  if (at === null) return <span className="soft">never</span>;
  const ago = now - timeOf(at);
  if (ago < nowMinutes * minute) return <span className={styles.now}>now</span>;
  return (
    <span className={styles.seen}>
      <RelativeTime time={at} />
      {ago > idleDays * 24 * 60 * minute && (
        <Tag tone="ignored" title={`Not seen for ${idleDays} days`}>
          idle
        </Tag>
      )}
    </span>
  );
}
