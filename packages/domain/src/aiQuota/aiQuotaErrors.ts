export const aiQuotaErrors = {
  'analysis.quotaUsed': { status: 409, text: "You've used all of the monthly Test Run Analyses on your plan" },
  'analysis.suggestionsUsed': { status: 409, text: "You've used all your suggestions for the month" },
} as const;
