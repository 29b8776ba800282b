export const testDistributionErrors = {
  'testDistribution.ruleNotFound': { status: 404, text: 'There is no such test distribution rule.' },
  'testDistribution.tooManyRules': {
    status: 409,
    text: 'There are 31 test distribution rules, as many as there may be. Delete one, or add its patterns to another.',
  },
} as const;
