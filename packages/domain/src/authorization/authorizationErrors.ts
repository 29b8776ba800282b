export const authorizationErrors = {
  'authorization.notFound': { status: 404, text: 'This service is not connected.' },
  'authorization.addressFixed': {
    status: 409,
    text: 'Somebody has signed in at this address. Connect the service again at another one.',
  },
  'authorization.unusable': { status: 409, text: 'The service cannot be used by this token.' },
} as const;
