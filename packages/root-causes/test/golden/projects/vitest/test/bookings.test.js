import { expect, test } from 'vitest';
import { book, label, rate } from '../src/bookings.js';
import { expectNights } from './expectNights.js';

test('books a seat', () => expect(book('A1')).toBeTruthy());
test('books a second seat', () => expect(book('B2')).toBeTruthy());
test('counts a weekend', () => expectNights('2026-03-06', '2026-03-08', 2));
test('counts a week', () => expectNights('2026-03-01', '2026-03-08', 7));
test('labels one guest', () => {
  expect(label(1)).toBe('1 guest');
});
test('converts euros', () => expect(rate('EUR')).toBe(1));
