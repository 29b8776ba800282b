export const sharedLinkErrors = {
  'sharedLink.notFound': { status: 404, text: 'Link not found. It may have expired or been revoked.' },
  'sharedLink.exists': { status: 409, text: 'This link already exists.' },
  'sharedLink.tooMany': { status: 409, text: 'This test run has reached its limit of 20 links. Revoke one first.' },
} as const;
