import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { displayOfLive, type LiveDisplay } from '../../connection/liveSlice.ts';
import { formatClock } from '../../ui/format/formatTime.ts';
import styles from './Header.module.css';

/** Whether the page is live, polling or offline. Deliberately unobtrusive. */
export function LiveIndicator() {
  const live = useSelector((state: ConnectionState) => state.live);
  const display = displayOfLive(live);
  const { state, more = '' } = textOf(display);
  return (
    <span className={styles.live} role="status" aria-label="Connection">
      <span className={`${styles.dot} ${dots[display.kind]}`} aria-hidden="true" />
      <span>
        {state}
        <span className={styles.liveMore}>{more}</span>
      </span>
    </span>
  );
}

const dots: Record<LiveDisplay['kind'], string | undefined> = {
  live: styles.dotLive,
  polling: styles.dotPolling,
  connecting: '',
  offline: styles.dotOffline,
};

/** @returns the state, and what a narrow page has no room for */
function textOf(display: LiveDisplay): { state: string; more?: string } {
  switch (display.kind) {
    case 'live':
      return { state: 'live' };
    case 'polling':
      return { state: 'polling', more: ` every ${display.seconds} s` };
    case 'connecting':
      return { state: 'connecting' };
    case 'offline':
      return { state: 'offline', more: ` since ${formatClock(display.since)}` };
  }
}
