export const agentTokenErrors = {
  'agentToken.notFound': { status: 404, text: 'There is no such token.' },
  'agentToken.exists': { status: 409, text: 'This token exists already.' },
} as const;
