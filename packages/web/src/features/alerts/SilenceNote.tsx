import type { AlertView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useUnsilenceAlertMutation } from '../../connection/serviceHooks.ts';
import { IconBellOff } from '../../ui/icons/icons.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './alerts.module.css';
import { useSilence } from './useSilence.ts';

/** That an alert is silent: who wanted it, why, and until when. */
export function SilenceNote({ alert }: { alert: AlertView }) {
  const silence = useSilence(alert);
  const [unsilence, { isLoading }] = useUnsilenceAlertMutation();
  if (silence === null) return null;

  async function end(): Promise<void> {
    const { error } = await unsilence({ params: { id: alert.id } });
    if (error) showFailure(error);
  }

  return (
    <div className={styles.silence} role="status">
      <IconBellOff size={16} stroke={1.75} aria-hidden />
      <p>
        <strong>
          Silent, ends <RelativeTime time={silence.until} />
        </strong>{' '}
        by {silence.by?.fullName ?? 'Assay'}: {silence.reason}
      </p>
      <Button size="compact-sm" loading={isLoading} onClick={() => void end()}>
        End silence
      </Button>
    </div>
  );
}
