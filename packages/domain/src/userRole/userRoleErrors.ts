export const userRoleErrors = {
  'userRole.notFound': { status: 404, text: 'There is no such role.' },
  'userRole.exists': { status: 409, text: 'This person has a role in the account already.' },
  'userRole.lastAdministrator': {
    status: 409,
    text: 'The last administrator stays: make somebody else one first.',
  },
} as const;
