export const accountErrors = {
  'account.notFound': { status: 404, text: 'There is no such account.' },
  'account.exists': { status: 409, text: 'This account exists already.' },
  'user.notFound': { status: 404, text: 'There is no such person.' },
  'user.exists': { status: 409, text: 'This user exists already.' },
} as const;
