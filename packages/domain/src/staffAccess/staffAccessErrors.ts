export const staffAccessErrors = {
  'staffAccess.required': {
    status: 403,
    text: 'Give a reason first: the administrators of this organization see who reads its test runs, and why.',
  },
  'staffAccess.exists': { status: 409, text: 'This access exists already.' },
  'staffAccess.notFound': { status: 404, text: 'Access not found.' },
} as const;
