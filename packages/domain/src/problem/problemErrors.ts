export const problemErrors = {
  'problem.notFound': { status: 404, text: 'No failure of this project has this problem.' },
  'problem.changed': { status: 412, text: 'Somebody changed this problem since you read it. Read it again.' },
  'problem.ownerNotFound': { status: 400, text: 'There is no such user in this account.', field: 'ownerUserId' },
} as const;
