export const reactionErrors = {
  'reaction.notFound': { status: 404, text: 'There is no such reaction.' },
  'reaction.settled': { status: 409, text: 'This reaction has succeeded in the meantime.' },
} as const;
