export const releaseErrors = {
  'release.notFound': { status: 404, text: 'Release not found.' },
  'release.exists': { status: 409, text: 'The release already exists.' },
  'release.criterionNotFound': { status: 404, text: 'Criterion not found.' },
  'release.criteriaLocked': { status: 409, text: 'The release has a decision. Its criteria are locked.' },
  'release.alreadyDecided': {
    status: 409,
    text: 'The release already has a decision. Reload it before you replace the decision.',
  },
  'release.decisionFinal': { status: 409, text: 'A decision can be replaced, but not withdrawn.' },
} as const;
