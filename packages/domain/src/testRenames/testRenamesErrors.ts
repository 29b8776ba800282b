export const testRenamesErrors = {
  'testRename.notFound': { status: 404, text: 'Renamed test not found.' },
} as const;
