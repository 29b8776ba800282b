describe('stock', () => {
  afterAll(() => {
    throw new Error('tear-down failed');
  });
  it('is counted', () => expect(1).toBe(1));
});
