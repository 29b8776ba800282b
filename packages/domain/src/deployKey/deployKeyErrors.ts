export const deployKeyErrors = {
  'deployKey.notFound': { status: 404, text: 'There is no deploy key for this repository.' },
} as const;
