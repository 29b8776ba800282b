export const testListErrors = {
  'testList.otherList': { status: 409, text: 'Another list of this run is being recorded.' },
  'testList.tooManyCopies': {
    status: 409,
    text: 'So many copies of so many tests are more than the 100,000 that one run takes. Choose fewer of either.',
  },
} as const;
