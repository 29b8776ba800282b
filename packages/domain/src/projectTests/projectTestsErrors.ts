export const projectTestsErrors = {
  'projectTest.notFound': { status: 404, text: 'There is no such test.' },
  'projectTest.tooManyIssueKeys': { status: 409, text: 'This test has 10 issue keys. Remove one first.' },
  'quarantine.endsInThePast': { status: 400, text: 'Choose a time that is still to come.', field: 'until' },
  'quarantine.ownerNotFound': {
    status: 400,
    text: 'There is no such user in this account.',
    field: 'ownerUserId',
  },
} as const;
