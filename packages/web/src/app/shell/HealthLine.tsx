import type { HealthView } from '@assay/contract';
import { useMay } from '../../connection/currentUser.ts';
import { useGetHealthQuery } from '../../connection/serviceHooks.ts';
import { useDelayed } from '../../ui/useDelayed.ts';
import styles from './Shell.module.css';

const againMs = 30_000;

function problemOf({ parts }: HealthView): string | null {
  if (parts.disk.status === 'full') return 'Disk full: nothing new can be saved. Free up space on the server.';
  if (parts.blobs.status === 'away')
    return 'Logs, screenshots and uploads are unavailable. Check the bucket that stores them.';
  return null;
}

/** For administrators while the service cannot store things: others can do nothing about it. */
export function HealthLine() {
  const mayChange = useMay('account.write');
  // What the page is opened for comes first.
  const isPageShown = useDelayed(2_000);
  const { data: health } = useGetHealthQuery(undefined, {
    skip: !mayChange || !isPageShown,
    pollingInterval: againMs,
    skipPollingIfUnfocused: true,
  });
  const problem = health && problemOf(health);
  if (!problem) return null;
  return (
    <div className={styles.full} role="status">
      {problem}
    </div>
  );
}
