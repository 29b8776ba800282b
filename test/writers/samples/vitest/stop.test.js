import { afterAll, describe, test } from 'vitest';

describe('stock', () => {
  afterAll(() => {
    throw new Error('tear-down failed');
  });
  test('is counted', () => {});
});
