import { messages } from '@assay/contract';

export const invitationErrors = {
  'invitation.notFound': { status: 404, text: 'There is no such invitation.' },
  'invitation.exists': { status: 409, text: 'This invitation was sent already.' },
  'invitation.invalid': { status: 404, text: messages.invitationInvalid },
  'invitation.otherPerson': {
    status: 409,
    text: 'The invitation is for another address. Sign in with that one, or ask to be invited with yours.',
  },
} as const;
