export const testRunMessageErrors = {
  'message.notFound': { status: 404, text: 'There is no such message.' },
  'message.exists': { status: 409, text: 'This message was written already.' },
  'message.notYours': { status: 409, text: 'Only its author may change a message.' },
  'message.tooOld': { status: 409, text: 'A message can be changed for 15 minutes. Write another one.' },
} as const;
