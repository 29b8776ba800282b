export const alertErrors = {
  'alert.notFound': { status: 404, text: 'There is no such alert.' },
  'alert.exists': { status: 409, text: 'This alert exists already.' },
  'alert.deliveryNotFound': { status: 404, text: 'There is no such message of this alert any more.' },
} as const;
