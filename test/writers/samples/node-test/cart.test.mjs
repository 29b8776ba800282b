import assert from 'node:assert';
import { afterEach, beforeEach, describe, it, test } from 'node:test';

describe('cart', () => {
  it('adds', () => {});
  it('pays', () => assert.strictEqual('declined', 'paid'));
  it('is skipped', { skip: 'no van' }, () => {});
  it('ships later', { todo: 'next year' }, () => {
    throw new Error('not yet');
  });
  it('times out', { timeout: 20 }, () => new Promise((resolve) => setTimeout(resolve, 5_000)));
  it('has "quotes" & <angles>', () => {});
  for (const price of [1, 2]) it(`costs ${price}`, () => assert.ok(price < 2));
  describe('deep', () => describe('deeper', () => it('is nested', () => {})));
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
test('is at the top', () => {});
