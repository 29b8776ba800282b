import { messages } from '@assay/contract';

export const passwordResetErrors = {
  'passwordReset.exists': { status: 409, text: 'This link was asked for already.' },
  'passwordReset.invalid': { status: 404, text: messages.resetInvalid },
} as const;
