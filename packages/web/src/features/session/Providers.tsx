import { type InvitationQuery, messages } from '@assay/contract';
import { useState } from 'react';
import { asServiceError } from '../../connection/serviceError.ts';
import { useListAuthProvidersQuery } from '../../connection/serviceHooks.ts';
import { ProviderButton } from '../../ui/ProviderButton.tsx';
import styles from './AuthScreen.module.css';

/** The providers by which one can continue, before a form that does the same by password. None: nothing. */
export function Providers({ returnTo, invitation }: { returnTo: string; invitation: InvitationQuery | null }) {
  const { data: providers = [] } = useListAuthProvidersQuery();
  const [failed, setFailed] = useState<string | null>(null);
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {providers.map((provider) => (
        <ProviderButton
          key={provider.name}
          provider={provider}
          verb="Continue with"
          start={{ purpose: 'signIn', returnTo, ...(invitation ? { invitation } : {}) }}
          onFailed={(error) => setFailed(asServiceError(error)?.message ?? messages.tryAgain)}
          size="sm"
          fullWidth
          className={styles.submit}
        />
      ))}
      {failed && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
      <div className={styles.or}>or</div>
    </div>
  );
}
