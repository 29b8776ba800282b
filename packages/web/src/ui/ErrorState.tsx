import { Button } from '@mantine/core';
import { asServiceError } from '../connection/serviceError.ts';
import styles from './states.module.css';

/** What failed, why if known, the id to report it by, and a way to retry. */
export function ErrorState({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const failure = asServiceError(error);
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.emptyTitle}>{title}</p>
      {failure && <p className={styles.why}>{failure.message}</p>}
      {failure?.requestId && (
        <p className={styles.why}>
          Report it with <code>{failure.requestId}</code>
        </p>
      )}
      <div className={styles.action}>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}
