const assert = require('node:assert');

describe('cart', () => {
  it('adds', () => {});
  it('pays', () => assert.strictEqual('declined', 'paid'));
  it('ships later');
  it.skip('is skipped', () => {});
  it('prints', () => {
    console.log('a line of output');
    console.error('a line of errors');
  });
  let tries = 0;
  it('is flaky', function () {
    this.retries(1);
    tries += 1;
    if (tries < 2) throw new Error('first try');
  });
  it('times out', function (done) {
    this.timeout(20);
    this.kept = done;
  });
  it('has "quotes" & <angles>', () => {});
  it('has an equal', () => {});
  it('has an equal', () => {
    throw new Error('the second of two equal names');
  });
  for (const price of [1, 2]) it(`costs ${price}`, () => assert.ok(price < 2));
  describe('deep', () => describe('deeper', () => it('is nested', () => {})));
});

describe('set-up of each', () => {
  beforeEach(() => {
    throw new Error('set-up of each failed');
  });
  it('has a failed set-up', () => {});
  it('is behind it', () => {});
});

describe('tear-down of each', () => {
  afterEach(() => {
    throw new Error('tear-down of each failed');
  });
  it('has a failed tear-down', () => {});
  it('is behind that', () => {});
});

describe('set-up', () => {
  before(() => {
    throw new Error('set-up failed');
  });
  it('never starts', () => {});
});
