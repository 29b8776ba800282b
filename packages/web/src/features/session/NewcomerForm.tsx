import { type AuthReturnAnswer, formFields, type ProviderRegistration, type SignedInByProvider } from '@assay/contract';
import { Formik } from 'formik';
import { Link } from 'react-router';
import { object } from 'yup';
import {
  useCreateAccountByProviderMutation,
  useGetRegistrationQuery,
  useRegisterByProviderMutation,
} from '../../connection/serviceHooks.ts';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { SaveNotice } from '../../ui/form/SaveNotice.tsx';
import { useSave } from '../../ui/form/useSave.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthScreen.module.css';
import { AuthScreen } from './AuthScreen.tsx';

type Values = { firstName: string; lastName: string; name: string; promoCode: string };

const schema = object({
  firstName: requiredText(formFields.personName),
  lastName: requiredText(formFields.personName),
  name: optionalText(formFields.accountName),
  promoCode: optionalText(formFields.promoCode),
});

type NewcomerFormProps = {
  newcomer: Extract<AuthReturnAnswer, { status: 'newcomer' }>;
  onSignedIn: (answer: SignedInByProvider) => Promise<void>;
};

/** Creates the login of somebody unknown, whose address the provider has verified, and an organization if they name one. */
export function NewcomerForm({ newcomer, onSignedIn }: NewcomerFormProps) {
  const { authId, email, label, firstName, lastName } = newcomer;
  const [register] = useRegisterByProviderMutation();
  const [createAccount] = useCreateAccountByProviderMutation();
  const { data: registration } = useGetRegistrationQuery();
  const save = useSave<Values, SignedInByProvider>({
    send: (values) => {
      const body = requestOf(authId, values);
      const name = values.name.trim();
      return name === '' ? register({ body }) : createAccount({ body: { ...body, name } });
    },
    onSaved: onSignedIn,
  });
  return (
    <AuthScreen
      title="Create account"
      foot={
        <>
          Already have an account?{' '}
          <Link className="link inText" to="/login" replace>
            Sign in
          </Link>
        </>
      }
    >
      <p className={styles.text}>
        {label} has confirmed your address <strong>{email}</strong>. From now on you sign in here by {label}.
      </p>
      <Formik<Values>
        initialValues={{ firstName, lastName, name: '', promoCode: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        onSubmit={save.submit}
      >
        <AuthForm submit="Create account">
          <TextField name="firstName" label="First name" autoComplete="given-name" autoFocus size="sm" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" size="sm" />
          <TextField
            name="name"
            label="New organization (optional)"
            description="Of your team or company. Leave it empty if somebody is to invite you to theirs."
            autoComplete="organization"
            size="sm"
          />
          {registration?.promoCodes && (
            <TextField name="promoCode" label="Promo code (optional)" autoComplete="off" size="sm" spellCheck={false} />
          )}
          <SaveNotice save={save} />
        </AuthForm>
      </Formik>
    </AuthScreen>
  );
}

function requestOf(authId: string, { firstName, lastName, promoCode }: Values): ProviderRegistration {
  const code = promoCode.trim();
  const names = { firstName: firstName.trim(), lastName: lastName.trim() };
  return { authId, ...names, ...(code === '' ? {} : { promoCode: code }) };
}
