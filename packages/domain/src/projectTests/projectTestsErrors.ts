export const projectTestsErrors = {
  'projectTest.notFound': { status: 404, text: 'There is no such test.' },
} as const;
