import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

describe('cart', () => {
  test('adds', () => {});
  test('pays', () => expect('declined').toBe('paid'));
  test.todo('ships later');
  test.skip('is skipped', () => {});
  test('skips with a reason', ({ skip }) => skip('no van'));
  test('prints', () => {
    console.log('a line of output');
  });
  let tries = 0;
  test('is flaky', { retry: 1 }, () => {
    tries += 1;
    if (tries < 2) throw new Error('first try');
  });
  test('times out', () => new Promise(() => {}), 20);
  test('has "quotes" & <angles>', () => {});
  test('has an equal', () => {});
  test('has an equal', () => {
    throw new Error('the second of two equal names');
  });
  test.each([1, 2])('costs %i', (price) => expect(price).toBeLessThan(2));
  describe('deep', () => describe('deeper', () => test('is nested', () => {})));
  test.fails('is expected to fail', () => {
    throw new Error('as expected');
  });
  test.fails('passes unexpectedly', () => {});
});

describe('set-up of each', () => {
  beforeEach(() => {
    throw new Error('set-up of each failed');
  });
  test('has a failed set-up', () => {});
});

describe('tear-down of each', () => {
  afterEach(() => {
    throw new Error('tear-down of each failed');
  });
  test('has a failed tear-down', () => {});
});

describe('set-up', () => {
  beforeAll(() => {
    throw new Error('set-up failed');
  });
  test('never starts', () => {});
});
