export const authorizationErrors = {
  'authorization.notFound': { status: 404, text: 'This service is not connected.' },
  'authorization.unusable': { status: 409, text: 'The service cannot be used by this token.' },
} as const;
