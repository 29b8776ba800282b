import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { displayOfLive, type LiveDisplay } from '../../connection/liveSlice.ts';
import { formatClock } from '../../ui/format/formatTime.ts';
import styles from './Header.module.css';

/** Whether the page is live, polling or offline. Deliberately unobtrusive. */
export function LiveIndicator() {
  const live = useSelector((state: ConnectionState) => state.live);
  const display = displayOfLive(live);
  return (
    <span className={styles.live} role="status" aria-label="Connection">
      <span className={`${styles.dot} ${dots[display.kind]}`} aria-hidden="true" />
      <span>{textOf(display)}</span>
    </span>
  );
}

const dots: Record<LiveDisplay['kind'], string | undefined> = {
  live: styles.dotLive,
  polling: styles.dotPolling,
  connecting: '',
  offline: styles.dotOffline,
};

function textOf(display: LiveDisplay): string {
  switch (display.kind) {
    case 'live':
      return 'live';
    case 'polling':
      return `polling every ${display.seconds} s`;
    case 'connecting':
      return 'connecting';
    case 'offline':
      return `offline since ${formatClock(display.since)}`;
  }
}
