describe('cart', () => {
  it('adds', () => expect(1).toBe(1));
  it('pays', () => expect('declined').toBe('paid'));
  xit('is skipped', () => {});
  it('ships later');
  it('is pending', () => pending('no van'));
  it('times out', (done) => {}, 20);
  it('has "quotes" & <angles>', () => expect(1).toBe(1));
  for (const price of [1, 2]) it(`costs ${price}`, () => expect(price).toBeLessThan(2));
  describe('deep', () => describe('deeper', () => it('is nested', () => expect(1).toBe(1))));
});
describe('set-up of each', () => {
  beforeEach(() => {
    throw new Error('set-up of each failed');
  });
  it('has a failed set-up', () => {});
});
describe('tear-down of each', () => {
  afterEach(() => {
    throw new Error('tear-down of each failed');
  });
  it('has a failed tear-down', () => {});
});
describe('set-up', () => {
  beforeAll(() => {
    throw new Error('set-up failed');
  });
  it('is behind the set-up', () => {});
});
