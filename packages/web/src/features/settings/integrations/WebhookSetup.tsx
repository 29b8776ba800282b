import type { AuthorizationView } from '@assay/contract';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMakeWebhookSecretMutation } from '../../../connection/serviceHooks.ts';
import { CopyableText } from '../../../ui/copy/CopyableText.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import styles from './integrations.module.css';

type Props = {
  connection: Pick<AuthorizationView, 'id' | 'hasWebhook'>;
  name: string;
  /** Where the service has webhooks, and what is chosen there. */
  steps: string;
  /** What a webhook is good for. */
  children: ReactNode;
};

/** Creates the URL and the secret by which a service sends what happens there. */
export function WebhookSetup({ connection: { id, hasWebhook }, name, steps, children }: Props) {
  const [make, { isLoading }] = useMakeWebhookSecretMutation();
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  return (
    <div className={styles.head}>
      <p className={styles.none}>{children}</p>
      <span className={styles.headActions}>
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isLoading}
          onClick={async () => {
            const { data, error } = await make({ params: { id } });
            if (data) setMade(data);
            else showFailure(error);
          }}
        >
          {hasWebhook ? 'New webhook secret' : 'Set up webhook'}
        </Button>
      </span>
      <Modal opened={made !== null} onClose={() => setMade(null)} title={`Webhook of ${name}`} size={560}>
        {made && (
          <div className={styles.form}>
            <p className={styles.about}>{steps}</p>
            <CopyableText text={made.url} label="Copy URL" />
            <CopyableText text={made.secret} label="Copy secret" />
            <p className={styles.about}>The secret is shown this once. Another one takes its place.</p>
          </div>
        )}
      </Modal>
    </div>
  );
}
