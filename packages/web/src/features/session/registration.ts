import { formFields, type InvitationQuery, messages, type RegisterRequest } from '@assay/contract';
import { object, string } from 'yup';
import { optionalText, requiredText } from '../../ui/form/fieldSchemas.ts';
import { type NewPassword, newPasswordSchema } from '../../ui/form/NewPasswordFields.tsx';

export type Registration = {
  firstName: string;
  lastName: string;
  email: string;
  promoCode: string;
  /** What the captcha's widget gave; empty until it was solved, and where there is none. */
  captchaSolution: string;
} & NewPassword;

/** @returns the rules of the form, with a captcha or without */
export function registrationSchema(passwordMinLength: number, hasCaptcha: boolean) {
  const captchaSolution = string();
  return object({
    firstName: requiredText(formFields.personName),
    lastName: requiredText(formFields.personName),
    email: requiredText(formFields.email),
    promoCode: optionalText(formFields.promoCode),
    captchaSolution: hasCaptcha ? captchaSolution.required(messages.captchaFailed) : captchaSolution,
    ...newPasswordSchema(passwordMinLength),
  });
}

/** @returns the request for a login: trimmed, but for the password; with the token of the invitation. */
export function registerRequestOf(values: Registration, invitation: InvitationQuery | null): RegisterRequest {
  const { firstName, lastName, email, password, promoCode, captchaSolution } = values;
  const person = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password };
  if (invitation) return { ...person, token: invitation.token };
  return {
    ...person,
    ...(promoCode.trim() === '' ? {} : { promoCode: promoCode.trim() }),
    ...(captchaSolution === '' ? {} : { captchaSolution }),
  };
}
