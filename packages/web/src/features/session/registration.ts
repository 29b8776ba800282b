import { formFields, type InvitationQuery, type RegisterRequest } from '@assay/contract';
import { object } from 'yup';
import { requiredText } from '../../ui/form/fieldSchemas.ts';
import { type NewPassword, newPasswordSchema } from '../../ui/form/NewPasswordFields.tsx';

export type Registration = { firstName: string; lastName: string; email: string } & NewPassword;

export const registrationSchema = object({
  firstName: requiredText(formFields.personName),
  lastName: requiredText(formFields.personName),
  email: requiredText(formFields.email),
  ...newPasswordSchema,
});

/** @returns the request for a login: trimmed, but for the password; with the token of the invitation. */
export function registerRequestOf(values: Registration, invitation: InvitationQuery | null): RegisterRequest {
  const { firstName, lastName, email, password } = values;
  const person = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password };
  return invitation ? { ...person, token: invitation.token } : person;
}
