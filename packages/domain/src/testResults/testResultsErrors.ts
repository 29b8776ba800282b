export const testResultsErrors = {
  'testResults.gap': { status: 409, text: 'Results before these are missing. Upload again.' },
  'testResults.differ': {
    status: 409,
    text: 'This upload was begun with its results in another order. Upload the files again, as a new upload.',
  },
} as const;
