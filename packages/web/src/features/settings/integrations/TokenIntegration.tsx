import type { AuthorizationView, CommandAnswer, SingleProvider } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useState } from 'react';
import { useAuthorizeMutation } from '../../../connection/serviceHooks.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField, TextField } from '../../../ui/form/fields.tsx';
import { SaveNotice } from '../../../ui/form/SaveNotice.tsx';
import { useSave } from '../../../ui/form/useSave.ts';
import { IntegrationHead } from './IntegrationHead.tsx';
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
  const save = useSave<IntegrationForm, CommandAnswer>({
    send: (form) => authorize({ body: authorizationRequestOf(provider, form) }),
    onSaved: () => setIsConnecting(false),
  });

  return (
    <>
      <IntegrationHead
        name={name}
        connected={connected}
        whenDisconnected={whenDisconnected}
        onConnect={isConnecting ? null : () => setIsConnecting(true)}
      />
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
