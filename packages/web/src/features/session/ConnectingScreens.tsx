import { messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { asServiceError } from '../../connection/serviceError.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

/** While a service is being connected that the browser came back from. */
export function Connecting({ title = 'Connecting' }: { title?: string }) {
  return (
    <AuthScreen title={title}>
      <div role="status" aria-label={title}>
        <RowsSkeleton rows={2} />
      </div>
    </AuthScreen>
  );
}

type NotConnectedProps = {
  error: unknown;
  title?: string;
  /** Where it leads on. */
  to?: string;
};

/** A service that the browser came back from could not be connected. */
export function NotConnected({ error, title = 'Not connected', to = '/' }: NotConnectedProps) {
  return (
    <AuthScreen title={title}>
      <p className={styles.failed} role="alert">
        {asServiceError(error)?.message ?? messages.authReturnFailed}
      </p>
      <Button component={Link} to={to} replace variant="filled" size="sm" fullWidth className={styles.submit}>
        Continue
      </Button>
    </AuthScreen>
  );
}
