export const projectBadgeErrors = {
  'projectBadge.notFound': { status: 404, text: 'The badge of this project has no address.' },
} as const;
