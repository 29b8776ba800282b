export const testRenamesErrors = {
  'testRename.notFound': { status: 404, text: 'There is no such renamed test.' },
} as const;
