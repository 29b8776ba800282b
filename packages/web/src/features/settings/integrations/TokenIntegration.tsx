import type { AuthorizationView, CommandAnswer, TokenProvider } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Formik } from 'formik';
import { useState } from 'react';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { useAuthorizeMutation, useRevokeAuthorizationMutation } from './authorizationsApi.ts';
import {
  authorizationRequestOf,
  emptyIntegration,
  type IntegrationForm,
  integrationFormSchema,
} from './integrationForm.ts';
import styles from './integrations.module.css';

type Props = {
  provider: TokenProvider;
  /** Null: it is not. */
  connected: AuthorizationView | null;
  about: string;
  tokenLabel: string;
  tokenHint: string;
  identifierLabel: string;
};

/** A service that is connected by a token of it, which nobody is shown again. */
export function TokenIntegration({ provider, connected, about, tokenLabel, tokenHint, identifierLabel }: Props) {
  const [isConnecting, setIsConnecting] = useState(false);
  const [authorize] = useAuthorizeMutation();
  const [revoke, { isLoading: isRevoking }] = useRevokeAuthorizationMutation();
  const save = useSave<IntegrationForm, CommandAnswer>({
    send: (form) => authorize({ body: authorizationRequestOf(provider, form) }),
    onSaved: () => setIsConnecting(false),
  });

  function askToDisconnect({ id }: AuthorizationView): void {
    modals.openConfirmModal({
      title: `Disconnect ${provider}?`,
      children: `Alerts to ${provider} are kept in their delivery log and not sent, until it is connected again.`,
      labels: { confirm: `Disconnect ${provider}`, cancel: 'Keep it' },
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
        <h3>{provider}</h3>
        {connected && (
          <span className={styles.connected}>
            {connected.identifier}, connected <RelativeTime time={connected.connectedAt} />
          </span>
        )}
        {!isConnecting && (
          <span className={styles.headActions}>
            <Button onClick={() => setIsConnecting(true)}>{connected ? 'Replace token' : 'Connect'}</Button>
            {connected && (
              <Button color="red" variant="subtle" loading={isRevoking} onClick={() => askToDisconnect(connected)}>
                Disconnect
              </Button>
            )}
          </span>
        )}
      </header>
      <p className={styles.about}>{about}</p>
      {isConnecting && (
        <Formik<IntegrationForm>
          initialValues={{ ...emptyIntegration(provider), ...(connected && { identifier: connected.identifier }) }}
          validationSchema={integrationFormSchema(provider)}
          onSubmit={save.submit}
        >
          {({ isSubmitting }) => (
            <Form className={styles.form} aria-label={`Connect ${provider}`} autoComplete="off">
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
