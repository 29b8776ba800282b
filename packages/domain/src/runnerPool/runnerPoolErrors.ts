export const runnerPoolErrors = {
  'runnerPool.notFound': { status: 404, text: 'There is no such runner pool.' },
  'runnerPool.exists': { status: 409, text: 'This runner pool exists already.' },
  'runnerPool.inUse': {
    status: 409,
    text: 'A pipeline stage runs its tests in this pool: give the stage another one first.',
  },
} as const;
