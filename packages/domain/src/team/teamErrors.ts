export const teamErrors = {
  'team.notFound': { status: 404, text: 'There is no such team.' },
  'team.exists': { status: 409, text: 'This team exists already.' },
  'team.userNotFound': { status: 404, text: 'There is no such user in this account.' },
} as const;
