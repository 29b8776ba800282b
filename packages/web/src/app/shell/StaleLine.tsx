import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { displayOfLive } from '../../connection/liveSlice.ts';
import { formatClockSeconds, timeOf } from '../../ui/format/formatTime.ts';
import styles from './Shell.module.css';

/** A thin line that says how old the page is while the service cannot be reached. */
export function StaleLine() {
  const live = useSelector((state: ConnectionState) => state.live);
  const display = displayOfLive(live);
  if (display.kind !== 'offline') return null;
  const since = formatClockSeconds(timeOf(display.since));
  return <div className={styles.stale}>as of {since}, reconnecting</div>;
}
