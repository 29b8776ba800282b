import type { AlertView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useReplaceSigningSecretMutation } from '../../connection/serviceHooks.ts';
import { CopyableText } from '../../ui/copy/CopyableText.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './alerts.module.css';

/** Makes a new secret for signing a webhook, and shows it this once. */
export function SigningSecret({ alert: { id } }: { alert: AlertView }) {
  const [replace, { isLoading }] = useReplaceSigningSecretMutation();
  const [made, setMade] = useState<string | null>(null);

  async function make(): Promise<void> {
    const { data, error } = await replace({ params: { id } });
    if (data) setMade(data.signingSecret);
    else showFailure(error);
  }

  return (
    <div className={styles.secret}>
      {made === null ? (
        <>
          <span>Each message is signed (Standard Webhooks).</span>
          <Button size="compact-xs" loading={isLoading} onClick={() => void make()}>
            New signing secret
          </Button>
        </>
      ) : (
        <>
          <p role="status">This is the only time that the secret is shown. For a day the old one signs as well.</p>
          <CopyableText text={made} label="Copy secret" />
        </>
      )}
    </div>
  );
}
