describe('stock', () => {
  after(() => {
    throw new Error('tear-down failed');
  });
  it('is counted', () => {});
});
