import { messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik, type FormikHelpers } from 'formik';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate } from 'react-router';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useLoginMutation } from '../../connection/currentUser.ts';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { asServiceError } from '../../connection/serviceError.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { Form } from '../../ui/form/Form.tsx';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './LoginScreen.module.css';
import { loginSchema } from './loginSchema.ts';

type Values = { email: string; password: string };

/** Sign-in by e-mail and password; then opens the requested page, or the test runs. */
export function LoginScreen() {
  const token = useSelector((state: ConnectionState) => state.session.token);
  const [place] = useState(() => rememberedSession.place());
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    if (token !== null) rememberedSession.forgetPlace();
  }, [token]);
  useEffect(() => {
    document.title = 'Sign in · Assay';
  }, []);

  if (token !== null) return <Navigate to={place ?? '/'} replace />;

  async function submit(values: Values, helpers: FormikHelpers<Values>): Promise<void> {
    setFailed(null);
    const answer = await login({ body: { email: values.email.trim(), password: values.password } });
    if (answer.data && answer.data.token !== 'invalid') {
      dispatch(signedIn({ token: answer.data.token }));
      return;
    }
    const error = asServiceError(answer.error);
    setFailed(error === null || error.status === 401 || error.status === 400 ? messages.loginFailed : error.message);
    helpers.setSubmitting(false);
  }

  return (
    <main className={styles.screen}>
      <Formik<Values>
        initialValues={{ email: '', password: '' }}
        validationSchema={loginSchema}
        validateOnBlur={false}
        onSubmit={submit}
      >
        {({ isSubmitting }) => (
          <Form className={styles.form} aria-labelledby="sign-in">
            <Logo size={28} />
            <h1 id="sign-in" className={styles.title}>
              Sign in to Assay
            </h1>
            <TextField
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              size="sm"
              spellCheck={false}
            />
            <PasswordField name="password" label="Password" autoComplete="current-password" size="sm" />
            {failed && (
              <p className={styles.failed} role="alert">
                {failed}
              </p>
            )}
            <Button type="submit" variant="filled" size="sm" fullWidth loading={isSubmitting} className={styles.submit}>
              Sign in
            </Button>
          </Form>
        )}
      </Formik>
    </main>
  );
}
