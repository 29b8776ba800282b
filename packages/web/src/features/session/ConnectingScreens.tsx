import { messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { asServiceError } from '../../connection/serviceError.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

/** While a service is being connected that the browser came back from. */
export function Connecting() {
  return (
    <AuthScreen title="Connecting">
      <div role="status" aria-label="Connecting">
        <RowsSkeleton rows={2} />
      </div>
    </AuthScreen>
  );
}

/** A service that the browser came back from could not be connected. */
export function NotConnected({ error }: { error: unknown }) {
  return (
    <AuthScreen title="Not connected">
      <p className={styles.failed} role="alert">
        {asServiceError(error)?.message ?? messages.authReturnFailed}
      </p>
      <Button component={Link} to="/" replace variant="filled" size="sm" fullWidth className={styles.submit}>
        Continue
      </Button>
    </AuthScreen>
  );
}
