export const testResultsErrors = {
  'testResults.gap': { status: 409, text: 'Results before these are missing. Upload again.' },
} as const;
