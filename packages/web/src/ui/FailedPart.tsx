import { UnstyledButton } from '@mantine/core';
import styles from './states.module.css';

/** That a part of a screen could not be loaded, on one line, with a way to retry. */
export function FailedPart({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <p className={styles.failedPart} role="alert">
      {what} could not be loaded.{' '}
      <UnstyledButton className="link" fz="inherit" onClick={onRetry}>
        Try again
      </UnstyledButton>
    </p>
  );
}
