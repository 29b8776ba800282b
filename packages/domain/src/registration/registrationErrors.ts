import { messages } from '@assay/contract';

export const registrationErrors = {
  'registration.invalid': { status: 404, text: messages.verificationInvalid },
} as const;
