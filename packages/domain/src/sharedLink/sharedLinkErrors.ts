export const sharedLinkErrors = {
  'sharedLink.notFound': { status: 404, text: 'Link not found. It may have expired or been revoked.' },
  'sharedLink.exists': { status: 409, text: 'This link exists already.' },
  'sharedLink.tooMany': { status: 409, text: 'This test run has as many links as it may have. Revoke one first.' },
} as const;
