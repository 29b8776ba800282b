import { formFields, type InviteRequest, messages, roleTypes } from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../../ui/form/fieldSchemas.ts';

export const inviteFormSchema = object({
  email: requiredText(formFields.email),
  firstName: requiredText(formFields.personName),
  lastName: requiredText(formFields.personName),
  roleType: string().oneOf(roleTypes).required(messages.blank),
});

export const emptyInvite: InviteRequest = { email: '', firstName: '', lastName: '', roleType: 'USER' };

/** @returns the request for an invitation: trimmed. */
export function inviteRequestOf({ email, firstName, lastName, roleType }: InviteRequest): InviteRequest {
  return { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), roleType };
}
