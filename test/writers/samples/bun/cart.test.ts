import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';

let attempts = 0;
describe('cart', () => {
  test('adds', () => expect(1 + 1).toBe(2));
  test('pays', () => expect('card').toBe('cash'));
  test.skip('is skipped', () => {});
  test.todo('ships later');
  test('prints', () => console.log('printed by a test'));
  test('has "quotes" & <angles>', () => {});
  test('times out', async () => void (await Bun.sleep(400)), 50);
  test('has an equal', () => {});
  test('has an equal', () => {});
  test.each([1, 2])('costs %d', (price) => expect(price).toBeGreaterThan(0));
  test('is flaky', () => void expect(++attempts).toBe(2), { retry: 2 });
  test.failing('is expected to fail', () => expect(1).toBe(2));
  test.failing('passes unexpectedly', () => {});
  describe('group', () => {
    test('is nested', () => {});
  });
});
describe('set-up of each', () => {
  beforeEach(() => {
    throw new Error('cannot set up');
  });
  test('has a failed set-up', () => {});
});
describe('tear-down of each', () => {
  afterEach(() => {
    throw new Error('cannot tear down');
  });
  test('has a failed tear-down', () => {});
});
describe('set-up', () => {
  beforeAll(() => {
    throw new Error('cannot set up');
  });
  test('never starts', () => {});
});
