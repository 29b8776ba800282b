export const triggerErrors = {
  'trigger.notFound': { status: 404, text: 'There is no such trigger.' },
  'trigger.exists': { status: 409, text: 'This trigger exists already.' },
} as const;
