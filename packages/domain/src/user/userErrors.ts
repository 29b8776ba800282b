export const userErrors = {
  'externalIdentity.notFound': { status: 404, text: 'There is no such linked account.' },
  'externalIdentity.lastWayIn': {
    status: 409,
    text: 'This is your only way to sign in. Set a password first, by Forgot password on the sign-in screen.',
  },
  'user.noFriendsLeft': { status: 409, text: 'You have told as many people about Assay as you may.' },
} as const;
