import { afterAll, test } from 'bun:test';

afterAll(() => {
  throw new Error('cannot tear down');
});
test('is counted', () => {});
