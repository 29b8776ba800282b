export const trackedIssueErrors = {
  'trackedIssue.notFound': { status: 404, text: 'Issue not found.' },
  'trackedIssue.open': { status: 409, text: 'An issue is open for the same failure.' },
  'trackedIssue.pending': {
    status: 409,
    text: 'An issue for the same failure is being created. Try again in a moment.',
  },
  'trackedIssue.closed': { status: 409, text: 'The issue is no longer open. Create another one.' },
} as const;
