import { limits, messages, shortPasswordMessage } from '@assay/contract';
import type { PasswordInputProps } from '@mantine/core';
import { ref, string } from 'yup';
import { useGetRegistrationQuery } from '../../connection/serviceHooks.ts';
import { PasswordField } from './fields.tsx';

export type NewPassword = { password: string; repeatPassword: string };
export const noNewPassword: NewPassword = { password: '', repeatPassword: '' };

/** @returns the characters that this installation requires; 8 until the service has answered, which checks again */
export function usePasswordMinLength(): number {
  return useGetRegistrationQuery().data?.passwordMinLength ?? limits.passwordMinLength.min;
}

/** The length in characters, as the service counts them; the service refuses common passwords, at the field. */
export function newPasswordSchema(minLength: number) {
  return {
    password: string()
      .required(messages.blank)
      .test('long', shortPasswordMessage(minLength), (password) => [...password].length >= minLength)
      .max(limits.maxPasswordLength, messages.invalidLength),
    repeatPassword: string()
      .required(messages.blank)
      .oneOf([ref('password')], messages.passwordsDiffer),
  };
}

// The hint below its field, so that the two fields are in line.
const order: PasswordInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

/** A password to set, and the same once more. */
export function NewPasswordFields({ label, size }: { label: string; size?: 'sm' }) {
  const minLength = usePasswordMinLength();
  const props = { autoComplete: 'new-password', size, inputWrapperOrder: order };
  return (
    <>
      <PasswordField {...props} name="password" label={label} description={`At least ${minLength} characters`} />
      <PasswordField {...props} name="repeatPassword" label="Repeat password" />
    </>
  );
}
