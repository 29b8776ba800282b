export const buildErrors = {
  'build.notFound': { status: 404, text: 'There is no such build.' },
  'build.exists': { status: 409, text: 'This build exists already.' },
} as const;
