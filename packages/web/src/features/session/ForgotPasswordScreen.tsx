import { formFields, limits } from '@assay/contract';
import { Formik } from 'formik';
import { Link } from 'react-router';
import { object } from 'yup';
import { useForgotPasswordMutation } from '../../connection/serviceHooks.ts';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

type Values = { email: string };

const schema = object({ email: requiredText(formFields.email) });

/** Asks for a link to set a new password. It says the same for every address, so as not to tell who is known. */
export function ForgotPasswordScreen() {
  const [ask] = useForgotPasswordMutation();
  const save = useSave<Values, null>({ send: ({ email }) => ask({ body: { email: email.trim() } }) });
  return (
    <AuthScreen
      title="Forgot password?"
      foot={
        <Link className="link" to="/login">
          Back to sign in
        </Link>
      }
    >
      {save.state.kind === 'saved' ? (
        <p className={styles.text} role="status">
          If this address is known, a mail with a link is on its way. The link is valid for{' '}
          {limits.passwordResetMinutes} minutes.
        </p>
      ) : (
        <Formik<Values>
          initialValues={{ email: '' }}
          validationSchema={schema}
          validateOnBlur={false}
          onSubmit={save.submit}
        >
          <AuthForm submit="Send a link">
            <TextField
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              size="sm"
              spellCheck={false}
            />
            <SaveNotice save={save} />
          </AuthForm>
        </Formik>
      )}
    </AuthScreen>
  );
}
