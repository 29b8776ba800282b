export const mailSubscriptionErrors = {
  'mailSubscription.invalid': {
    status: 404,
    text: 'This link does not work, or what it is about does not exist any more. Nothing was changed.',
  },
} as const;
