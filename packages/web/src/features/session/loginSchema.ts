import { messages } from '@assay/contract';
import { object, string } from 'yup';

export const loginSchema = object({
  email: string().trim().required(messages.blank).email(messages.invalidEmail),
  password: string().required(messages.blank),
});
