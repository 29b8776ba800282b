export const testListErrors = {
  'testList.otherList': { status: 409, text: 'Another list of this run is being recorded.' },
} as const;
