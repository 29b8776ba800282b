import { UnstyledButton } from '@mantine/core';
import { Formik, type FormikHelpers } from 'formik';
import { useState } from 'react';
import { TextField } from '../../ui/form/fields.tsx';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { codeSchema } from './loginSchema.ts';

type Values = { code: string };

type CodeStepProps = {
  /** @returns why the code does not sign in; null when it does, or when the step is over */
  send: (code: string) => Promise<string | null>;
  onBack: () => void;
};

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ send, onBack }: CodeStepProps) {
  const [failed, setFailed] = useState<string | null>(null);

  async function submit({ code }: Values, helpers: FormikHelpers<Values>): Promise<void> {
    setFailed(null);
    const why = await send(code.trim());
    if (why === null) return;
    setFailed(why);
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
