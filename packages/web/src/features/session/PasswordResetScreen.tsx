import { messages } from '@assay/contract';
import { Button } from '@mantine/core';
import { Formik } from 'formik';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { object } from 'yup';
import { asServiceError } from '../../connection/serviceError.ts';
import { useResetPasswordMutation } from '../../connection/serviceHooks.ts';
import { useForgetSession } from '../../connection/useLogOut.ts';
import {
  type NewPassword,
  NewPasswordFields,
  newPasswordSchema,
  noNewPassword,
  usePasswordMinLength,
} from '../../ui/form/NewPasswordFields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

/** Where the mail of a forgotten password leads: sets a new one, which ends all sessions. */
export function PasswordResetScreen() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const [isRefused, setRefused] = useState(false);
  return (
    <AuthScreen title="Set a new password">
      {token && !isRefused ? <ResetForm token={token} onRefused={() => setRefused(true)} /> : <InvalidLink />}
    </AuthScreen>
  );
}

function ResetForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const minLength = usePasswordMinLength();
  const schema = useMemo(() => object(newPasswordSchema(minLength)), [minLength]);
  const [reset] = useResetPasswordMutation();
  const forgetSession = useForgetSession();
  const navigate = useNavigate();
  const save = useSave<NewPassword, null>({
    send: async ({ password }) => {
      const answer = await reset({ body: { token, password } });
      if (asServiceError(answer.error)?.code === 'passwordReset.invalid') onRefused();
      return answer;
    },
    onSaved: () => {
      forgetSession();
      return navigate('/login', { replace: true, state: { passwordChanged: true } });
    },
  });
  return (
    <Formik<NewPassword>
      initialValues={noNewPassword}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={save.submit}
    >
      <AuthForm submit="Set password">
        <NewPasswordFields label="New password" size="sm" />
        <SaveNotice save={save} />
      </AuthForm>
    </Formik>
  );
}

function InvalidLink() {
  return (
    <>
      <p className={styles.failed} role="alert">
        {messages.resetInvalid}
      </p>
      <Button component={Link} to="/forgot-password" variant="filled" size="sm" fullWidth className={styles.submit}>
        Ask for a new link
      </Button>
    </>
  );
}
