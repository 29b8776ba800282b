import { messages } from '@assay/contract';

export const accountErrors = {
  'account.notFound': { status: 404, text: 'There is no such account.' },
  'account.planMissing': { status: 400, text: messages.selectPlan, field: 'plan' },
  'account.paymentRunning': {
    status: 409,
    text: 'Another payment of your organization is in progress. Wait for it to finish.',
  },
  'account.exists': { status: 409, text: 'This account exists already.' },
  'user.notFound': { status: 404, text: 'There is no such person.' },
  'user.exists': { status: 409, text: 'This user exists already.' },
} as const;
