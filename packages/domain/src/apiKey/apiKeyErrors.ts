export const apiKeyErrors = {
  'apiKey.notFound': { status: 404, text: 'There is no such API key.' },
  'apiKey.exists': { status: 409, text: 'This API key exists already.' },
} as const;
