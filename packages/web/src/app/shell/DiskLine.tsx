import { useMay } from '../../connection/currentUser.ts';
import { useGetHealthQuery } from '../../connection/serviceHooks.ts';
import { useDelayed } from '../../ui/useDelayed.ts';
import styles from './Shell.module.css';

const againMs = 30_000;

/** For administrators while the disk of the service is full: others can do nothing about it. */
export function DiskLine() {
  const mayChange = useMay('account.write');
  // What the page is opened for comes first.
  const isPageShown = useDelayed(2_000);
  const { data: health } = useGetHealthQuery(undefined, {
    skip: !mayChange || !isPageShown,
    pollingInterval: againMs,
    skipPollingIfUnfocused: true,
  });
  if (health?.parts.disk.status !== 'full') return null;
  return (
    <div className={styles.full} role="status">
      Disk full: nothing new can be saved. Free up space on the server.
    </div>
  );
}
