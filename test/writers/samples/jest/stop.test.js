describe('stock', () => {
  afterAll(() => {
    throw new Error('tear-down failed');
  });
  test('is counted', () => {});
});
