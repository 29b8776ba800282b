export const accountErrors = {
  'account.exists': { status: 409, text: 'This account exists already.' },
  'user.exists': { status: 409, text: 'This user exists already.' },
  'userRole.exists': { status: 409, text: 'This person has a role in the account already.' },
} as const;
