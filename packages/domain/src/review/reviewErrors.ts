export const reviewErrors = {
  'review.changed': { status: 412, text: 'Somebody changed this review since you read it. Read it again.' },
  'review.assigneeNotFound': {
    status: 400,
    text: 'There is no such user in this account.',
    field: 'assigneeUserId',
  },
  'review.testNotFound': { status: 404, text: 'There is no such test in this run.' },
  'review.runCanceled': { status: 409, text: 'This run was canceled, so there is nothing to review.' },
} as const;
