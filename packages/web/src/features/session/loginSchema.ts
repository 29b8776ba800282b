import { formFields, limits, messages } from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../ui/form/fieldSchemas.ts';

export const loginSchema = object({
  email: requiredText(formFields.email),
  password: string().required(messages.blank),
});

/** The second step of who has turned two-factor sign-in on. */
export const codeSchema = object({
  code: string().trim().required(messages.blank).max(limits.maxCodeLength, messages.invalidLength),
});
