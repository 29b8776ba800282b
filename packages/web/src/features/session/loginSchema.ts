import { formFields, messages } from '@assay/contract';
import { object, string } from 'yup';
import { requiredText } from '../../ui/form/fieldSchemas.ts';

export const loginSchema = object({
  email: requiredText(formFields.email),
  password: string().required(messages.blank),
});
