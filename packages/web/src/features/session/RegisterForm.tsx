import type { InvitationQuery, RegisterAnswer, RegistrationView } from '@assay/contract';
import { Formik } from 'formik';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { useRegisterByEmailMutation } from '../../connection/serviceHooks.ts';
import { signedIn } from '../../connection/sessionSlice.ts';
import { useAppDispatch } from '../../connection/useAppDispatch.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { NewPasswordFields, noNewPassword, usePasswordMinLength } from '../../ui/form/NewPasswordFields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { AuthForm } from './AuthForm.tsx';
import { CaptchaField } from './CaptchaField.tsx';
import { type Registration, registerRequestOf, registrationSchema } from './registration.ts';

type RegisterFormProps = {
  /** It fixes the address, and the new login accepts it. */
  invitation?: InvitationQuery;
  /** What else is asked of somebody who was not invited. */
  registration?: RegistrationView;
  /** What the form begins with. */
  known?: Partial<Pick<Registration, 'firstName' | 'lastName' | 'email' | 'promoCode'>>;
  /** A mail asks to verify the address; until then nobody can sign in. */
  onMailed?: () => void;
};

/** Creates a login. Who was invited is signed in by it, and the account opens. */
export function RegisterForm({ invitation, registration, known = {}, onMailed }: RegisterFormProps) {
  const [register] = useRegisterByEmailMutation();
  const [answers, setAnswers] = useState(0);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const captcha = registration?.captcha ?? null;
  const minLength = usePasswordMinLength();
  const schema = useMemo(() => registrationSchema(minLength, captcha !== null), [minLength, captcha]);
  const save = useSave<Registration, RegisterAnswer>({
    send: async (values) => {
      const answer = await register({ body: registerRequestOf(values, invitation ?? null) });
      setAnswers((count) => count + 1);
      return answer;
    },
    onSaved: ({ token }) => {
      if (token === null) return onMailed?.();
      rememberedSession.forgetPlace();
      dispatch(signedIn({ token }));
      return navigate('/', { replace: true, state: { signedIn: true } });
    },
  });
  const empty = { firstName: '', lastName: '', email: invitation?.email ?? '', promoCode: '', captchaSolution: '' };
  const initialValues = { ...empty, ...known, ...noNewPassword };
  return (
    <Formik<Registration>
      initialValues={initialValues}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={save.submit}
    >
      <AuthForm submit="Create account">
        <TextField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          autoFocus={initialValues.firstName === ''}
          size="sm"
        />
        <TextField name="lastName" label="Last name" autoComplete="family-name" size="sm" />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          readOnly={invitation !== undefined}
          size="sm"
          spellCheck={false}
        />
        <NewPasswordFields label="Password" size="sm" />
        {registration?.promoCodes && (
          <TextField name="promoCode" label="Promo code (optional)" autoComplete="off" size="sm" spellCheck={false} />
        )}
        {captcha && <CaptchaField key={answers} captcha={captcha} />}
        <SaveNotice save={save} />
      </AuthForm>
    </Formik>
  );
}
