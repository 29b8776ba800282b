import { messages } from '@assay/contract';

export const runAnalysisErrors = {
  'analysis.optedOut': { status: 403, text: 'organization has opted out of AI features, contact sales' },
  'analysis.noFailures': { status: 409, text: messages.noFailuresToAnalyze },
  'analysis.notFinished': { status: 409, text: 'The test run has not finished yet. Wait for its verdict.' },
  'analysis.notFailed': { status: 409, text: 'This test did not fail.' },
  'analysis.nothingToRate': { status: 409, text: 'No model has said anything about this.' },
} as const;
