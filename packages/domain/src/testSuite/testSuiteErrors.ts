export const testSuiteErrors = {
  'testSuite.notFound': { status: 404, text: 'There is no such test suite.' },
  'testSuite.exists': { status: 409, text: 'This test suite exists already.' },
} as const;
