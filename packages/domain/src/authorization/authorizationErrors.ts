export const authorizationErrors = {
  'authorization.notFound': { status: 404, text: 'This service is not connected.' },
} as const;
