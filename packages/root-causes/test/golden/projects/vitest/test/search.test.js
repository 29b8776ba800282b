import dns from 'node:dns/promises';
import { expect, test } from 'vitest';
import { book, rate } from '../src/bookings.js';
import { expectNights } from './expectNights.js';

const find = async (path) => {
  await dns.lookup('search.shop.invalid');
  return path;
};
test('books again after a search', () => expect(book('A1')).toBeTruthy());
test('counts a night', () => expectNights('2026-04-01', '2026-04-02', 1));
test('finds hotels', async () => expect(await find('/hotels')).toBe('/hotels'));
test('finds flights', async () => expect(await find('/flights')).toBe('/flights'));
test('converts yen', () => expect(rate('JPY')).toBe(160));
test('sorts by price', () => {
  expect([3, 1, 2].sort().map(String).join()).toBe('3,2,1');
});
test('shows facets', () => {
  const facets = undefined;
  expect(facets).toHaveLength(3);
});
