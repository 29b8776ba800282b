import type { AuthorizationView, CommandAnswer, SingleProvider } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Formik } from 'formik';
import { useState } from 'react';
import { useAuthorizeMutation, useRevokeAuthorizationMutation } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import {
  authorizationRequestOf,
  emptyIntegration,
  type IntegrationForm,
  integrationFormSchema,
} from './integrationForm.ts';
import styles from './integrations.module.css';

type Props = {
  provider: SingleProvider;
  /** As its makers write it. */
  name: string;
  /** Null: it is not. */
  connected: AuthorizationView | null;
  about?: string;
  /** What is not done any more then; a sentence. */
  whenDisconnected: string;
  tokenLabel: string;
  tokenHint: string;
  identifierLabel: string;
};

/** A service that is connected by a token of it, which nobody is shown again. */
export function TokenIntegration({
  provider,
  name,
  connected,
  about,
  whenDisconnected,
  tokenLabel,
  tokenHint,
  identifierLabel,
}: Props) {
  const [isConnecting, setIsConnecting] = useState(false);
  const [authorize] = useAuthorizeMutation();
  const [revoke, { isLoading: isRevoking }] = useRevokeAuthorizationMutation();
  const save = useSave<IntegrationForm, CommandAnswer>({
    send: (form) => authorize({ body: authorizationRequestOf(provider, form) }),
    onSaved: () => setIsConnecting(false),
  });

  function askToDisconnect({ id }: AuthorizationView): void {
    modals.openConfirmModal({
      title: `Disconnect ${name}?`,
      children: whenDisconnected,
      labels: { confirm: `Disconnect ${name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: async () => {
        const { error } = await revoke({ params: { id } });
        if (error) showFailure(error);
      },
    });
  }

  return (
    <>
      <header className={styles.head}>
        <h3>{name}</h3>
        {connected && (
          <span className={styles.connected}>
            {connected.identifier}, connected <RelativeTime time={connected.connectedAt} />
            {connected.means === 'oauth' && ', by signing in there'}
            {connected.means === 'app' && ', by the GitHub App'}
          </span>
        )}
        {!isConnecting && (
          <span className={styles.headActions}>
            <Button onClick={() => setIsConnecting(true)}>{buttonOf(connected)}</Button>
            {connected && (
              <Button color="red" variant="subtle" loading={isRevoking} onClick={() => askToDisconnect(connected)}>
                Disconnect
              </Button>
            )}
          </span>
        )}
      </header>
      {about && <p className={styles.about}>{about}</p>}
      {isConnecting && (
        <Formik<IntegrationForm>
          initialValues={{ ...emptyIntegration(provider), ...(connected && { identifier: connected.identifier }) }}
          validationSchema={integrationFormSchema(provider)}
          onSubmit={save.submit}
        >
          {({ isSubmitting }) => (
            <Form className={styles.form} aria-label={`Connect ${name}`} autoComplete="off">
              <PasswordField
                name="token"
                label={tokenLabel}
                description={tokenHint}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autoComplete="off"
                data-autofocus
                required
              />
              <TextField name="identifier" label={identifierLabel} spellCheck={false} />
              <SaveNotice save={save} />
              <div className={styles.actions}>
                <Button type="submit" variant="filled" loading={isSubmitting}>
                  Connect
                </Button>
                <Button onClick={() => setIsConnecting(false)}>Go back</Button>
              </div>
            </Form>
          )}
        </Formik>
      )}
    </>
  );
}

function buttonOf(connected: AuthorizationView | null): string {
  if (connected === null) return 'Connect';
  return connected.means === 'token' ? 'Replace token' : 'Use a token';
}
