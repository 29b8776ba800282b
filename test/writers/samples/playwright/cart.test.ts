import { expect, test } from '@playwright/test';

test.describe('cart', () => {
  test('adds', () => {});
  test('pays', () => expect('declined').toBe('paid'));
  test.skip('is skipped', () => {});
  test.fixme('ships later', () => {});
  test('skips with a reason', () => test.skip(true, 'no van'));
  test('prints', () => console.log('a line of output'));
  test('is flaky', ({}, { retry }) => expect(retry).toBe(1));
  test('times out', async () => {
    test.setTimeout(200);
    await new Promise(() => {});
  });
  test('has "quotes" & <angles>', () => {});
  for (const price of [1, 2]) test(`costs ${price}`, () => expect(price).toBeLessThan(2));
  test.describe('deep', () => test.describe('deeper', () => test('is nested', () => {})));
  test('is expected to fail', () => {
    test.fail();
    expect(1).toBe(2);
  });
  test('passes unexpectedly', () => {
    test.fail();
  });
  test('attaches', async ({}, info) => info.attach('note', { body: 'a note', contentType: 'text/plain' }));
});

test.describe('set-up', () => {
  test.beforeAll(() => {
    throw new Error('set-up failed');
  });
  test('has a failed set-up', () => {});
  test('is behind it', () => {});
});

test.describe('tear-down of each', () => {
  test.afterEach(() => {
    throw new Error('tear-down of each failed');
  });
  test('has a failed tear-down', () => {});
});
