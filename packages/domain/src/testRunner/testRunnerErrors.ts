export const testRunnerErrors = {
  'testRunner.notFound': { status: 404, text: 'There is no such runner.' },
  'testRunner.exited': { status: 409, text: 'This runner has exited already.' },
} as const;
