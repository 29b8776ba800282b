export const releaseErrors = {
  'release.notFound': { status: 404, text: 'Release not found.' },
  'release.exists': { status: 409, text: 'The release already exists.' },
  'release.criterionNotFound': { status: 404, text: 'Criterion not found.' },
  'release.criteriaLocked': { status: 409, text: 'The release has a decision. Its criteria are locked.' },
  'release.versionsLocked': { status: 409, text: 'The release has a decision. What it ships is locked.' },
  'release.versionsChanged': {
    status: 409,
    text: 'The release ships other versions now. Look at its criteria before you decide.',
  },
  'release.projectTwice': { status: 409, text: 'A release ships one version of a project.' },
  'release.criterionHasRule': { status: 409, text: 'A rule answers this criterion. Override it with a reason.' },
  'release.criterionHasNoRule': { status: 409, text: 'No rule answers this criterion. Complete it.' },
  'release.alreadyDecided': {
    status: 409,
    text: 'The release already has a decision. Reload it before you replace the decision.',
  },
  'release.decisionNotFound': { status: 404, text: 'Decision not found.' },
  'release.decisionFinal': { status: 409, text: 'A decision can be replaced, but not withdrawn.' },
} as const;
