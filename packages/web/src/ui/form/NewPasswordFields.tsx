import { limits, messages } from '@assay/contract';
import type { PasswordInputProps } from '@mantine/core';
import { ref, string } from 'yup';
import { PasswordField } from './fields.tsx';

export type NewPassword = { password: string; repeatPassword: string };
export const noNewPassword: NewPassword = { password: '', repeatPassword: '' };

/** Only that it was typed, twice; whether it is strong enough says the service, at its field. */
export const newPasswordSchema = {
  password: string().required(messages.blank).max(limits.maxPasswordLength, messages.invalidLength),
  repeatPassword: string()
    .required(messages.blank)
    .oneOf([ref('password')], messages.passwordsDiffer),
};

// The hint below its field, so that the two fields are in line.
const order: PasswordInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

/** A password to set, and the same once more. */
export function NewPasswordFields({ label, size }: { label: string; size?: 'sm' }) {
  const props = { autoComplete: 'new-password', size, inputWrapperOrder: order };
  return (
    <>
      <PasswordField
        {...props}
        name="password"
        label={label}
        description={`At least ${limits.passwordLength} characters`}
      />
      <PasswordField {...props} name="repeatPassword" label="Repeat password" />
    </>
  );
}
