import { Button } from '@mantine/core';
import styles from './states.module.css';

/** What failed, why as far as is known, the id to report it by, and a way to try again. */
export function ErrorState({
  title,
  message,
  requestId,
  onRetry,
}: {
  title: string;
  message?: string;
  requestId?: string | null;
  onRetry?: () => void;
}) {
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.emptyTitle}>{title}</p>
      {message && <p className={styles.why}>{message}</p>}
      {requestId && (
        <p className={styles.why}>
          Report it with <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <div className={styles.action}>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}
