import type { InvitationQuery } from '@assay/contract';
import { Formik } from 'formik';
import { useNavigate } from 'react-router';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { NewPasswordFields, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { AuthForm } from './AuthForm.tsx';
import { type Registration, registerRequestOf, registrationSchema } from './registration.ts';
import { useRegisterByEmailMutation } from './sessionApi.ts';

type RegisterFormProps = {
  /** It fixes the address, and the new login accepts it. */
  invitation: InvitationQuery | null;
  firstName?: string;
  lastName?: string;
};

/** Creates a login, signs in by it and opens the account. */
export function RegisterForm({ invitation, firstName = '', lastName = '' }: RegisterFormProps) {
  const [register] = useRegisterByEmailMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const save = useSave<Registration, { token: string }>({
    send: (values) => register({ body: registerRequestOf(values, invitation) }),
    onSaved: ({ token }) => {
      rememberedSession.forgetPlace();
      dispatch(signedIn({ token }));
      return navigate('/', { replace: true });
    },
  });
  const initialValues = { firstName, lastName, email: invitation?.email ?? '', ...noNewPassword };
  return (
    <Formik<Registration>
      initialValues={initialValues}
      validationSchema={registrationSchema}
      validateOnBlur={false}
      onSubmit={save.submit}
    >
      <AuthForm submit="Create account">
        <TextField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          autoFocus={firstName === ''}
          size="sm"
        />
        <TextField name="lastName" label="Last name" autoComplete="family-name" size="sm" />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          readOnly={invitation !== null}
          size="sm"
          spellCheck={false}
        />
        <NewPasswordFields label="Password" size="sm" />
        <SaveNotice save={save} />
      </AuthForm>
    </Formik>
  );
}
