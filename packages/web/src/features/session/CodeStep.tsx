import { type LoginRequest, messages } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { useLoginMutation } from '../../connection/currentUser.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { codeSchema } from './loginSchema.ts';

type Values = { code: string };

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ accepted, onBack }: { accepted: LoginRequest; onBack: () => void }) {
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  const [failed, setFailed] = useState<string | null>(null);

  async function submit({ code }: Values, helpers: FormikHelpers<Values>): Promise<void> {
    setFailed(null);
    const answer = await login({ body: { ...accepted, code: code.trim() } });
    if (answer.data && answer.data.token !== 'invalid') {
      dispatch(signedIn({ token: answer.data.token }));
      return;
    }
    // Changed meanwhile, so both have to be asked for again.
    if (answer.data && !answer.data.codeRequired) {
      onBack();
      return;
    }
    setFailed(asServiceError(answer.error)?.message ?? messages.wrongCode);
    helpers.setSubmitting(false);
  }

  return (
    <AuthScreen title="Enter your code" documentTitle="Sign in">
      <p className={styles.text}>Your authenticator app shows it. Without the app, enter one of your recovery codes.</p>
      <Formik<Values>
        initialValues={{ code: '' }}
        validationSchema={codeSchema}
        validateOnBlur={false}
        onSubmit={submit}
      >
        <AuthForm submit="Sign in">
          <TextField name="code" label="Code" autoComplete="one-time-code" autoFocus size="sm" spellCheck={false} />
          {failed && (
            <p className={styles.failed} role="alert">
              {failed}
            </p>
          )}
        </AuthForm>
      </Formik>
      <p className={styles.foot}>
        <UnstyledButton className="link" onClick={onBack}>
          Sign in as somebody else
        </UnstyledButton>
      </p>
    </AuthScreen>
  );
}
