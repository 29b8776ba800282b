import { messages } from '@assay/contract';
import { Formik, type FormikHelpers } from 'formik';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { asServiceError } from '../../connection/serviceError.ts';
import { useLoginMutation } from '../../connection/serviceHooks.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';
import { CodeStep } from './CodeStep.tsx';
import { loginSchema } from './loginSchema.ts';

type Values = { email: string; password: string };

type PasswordStepsProps = {
  title: string;
  documentTitle: string;
  email?: string;
  /** What stands before the form. */
  children?: ReactNode;
  foot?: ReactNode;
};

/** Sign-in by e-mail and password, and a code where the person has turned that on. */
export function PasswordSteps({ title, documentTitle, email = '', children, foot }: PasswordStepsProps) {
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  const [failed, setFailed] = useState<string | null>(null);
  /** The e-mail and password that are right, but not enough. */
  const [accepted, setAccepted] = useState<Values | null>(null);

  async function submit(values: Values, helpers: FormikHelpers<Values>): Promise<void> {
    setFailed(null);
    const body = { email: values.email.trim(), password: values.password };
    const answer = await login({ body });
    if (answer.data && answer.data.token !== 'invalid') {
      dispatch(signedIn({ token: answer.data.token }));
      return;
    }
    if (answer.data?.codeRequired) {
      setAccepted(body);
      return;
    }
    const error = asServiceError(answer.error);
    if (answer.data?.emailNotVerified) setFailed(messages.emailNotVerified);
    else
      setFailed(error === null || error.status === 401 || error.status === 400 ? messages.loginFailed : error.message);
    helpers.setSubmitting(false);
  }

  async function sendCode(code: string): Promise<string | null> {
    if (accepted === null) return null;
    const { data, error } = await login({ body: { ...accepted, code } });
    if (data && data.token !== 'invalid') {
      dispatch(signedIn({ token: data.token }));
      return null;
    }
    // Changed meanwhile, so both have to be asked for again.
    if (data && !data.codeRequired) {
      setAccepted(null);
      return null;
    }
    return asServiceError(error)?.message ?? messages.wrongCode;
  }

  if (accepted) return <CodeStep send={sendCode} onBack={() => setAccepted(null)} />;

  return (
    <AuthScreen title={title} documentTitle={documentTitle} foot={foot}>
      {children}
      <Formik<Values>
        initialValues={{ email, password: '' }}
        validationSchema={loginSchema}
        validateOnBlur={false}
        onSubmit={submit}
      >
        <AuthForm submit="Sign in">
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus={email === ''}
            size="sm"
            spellCheck={false}
          />
          <div className={styles.password}>
            <PasswordField
              name="password"
              label="Password"
              autoComplete="current-password"
              autoFocus={email !== ''}
              size="sm"
            />
            <Link to="/forgot-password" className={`link ${styles.forgot}`}>
              Forgot password?
            </Link>
          </div>
          {failed && (
            <p className={styles.failed} role="alert">
              {failed}
            </p>
          )}
        </AuthForm>
      </Formik>
    </AuthScreen>
  );
}
