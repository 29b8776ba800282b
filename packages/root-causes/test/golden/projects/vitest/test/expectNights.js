import { expect } from 'vitest';
import { nights } from '../src/bookings.js';
export function expectNights(from, to, count) {
  expect(nights(from, to)).toBe(count);
}
