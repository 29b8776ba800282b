export const mailErrors = {
  'mail.exists': { status: 409, text: 'This mail was asked for already.' },
} as const;
