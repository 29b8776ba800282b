import { type AuthProviderView, messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { browser } from '../../../../connection/browser.ts';
import { asServiceError } from '../../../../connection/serviceError.ts';
import { useStartSsoTestMutation } from '../../../../connection/serviceHooks.ts';
import form from '../../../../ui/form/form.module.css';
import { ProviderIcon } from '../../../../ui/ProviderIcon.tsx';
import styles from './ssoRoles.module.css';

type TestConnectionProps = {
  providers: readonly AuthProviderView[];
  /** Leaving would lose what was changed and not saved. */
  disabled: boolean;
};

/** Leaves for a provider, to see what it tells of whoever signs in there. Nothing is changed by it. */
export function TestConnection({ providers, disabled }: TestConnectionProps) {
  const [start] = useStartSsoTestMutation();
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  async function leave(provider: string): Promise<void> {
    setLeavingFor(provider);
    setFailed(null);
    const { data, error } = await start({ body: { provider } });
    if (data) return browser.leaveFor(data.url);
    setLeavingFor(null);
    setFailed(asServiceError(error)?.message ?? messages.tryAgain);
  }

  return (
    <div className={styles.test}>
      <p className={styles.testHint}>
        {disabled
          ? 'Save or undo your changes to test the connection.'
          : 'Sign in at a provider to see which claims it sends and which rule fits. Nothing is changed.'}
      </p>
      {providers.map(({ name, label, icon }) => (
        <Button
          key={name}
          leftSection={<ProviderIcon icon={icon} />}
          loading={leavingFor === name}
          disabled={disabled || (leavingFor !== null && leavingFor !== name)}
          onClick={() => void leave(name)}
        >
          Test connection to {label}
        </Button>
      ))}
      {failed && (
        <p className={form.refused} role="alert">
          {failed}
        </p>
      )}
    </div>
  );
}
