import { randomUUID } from 'node:crypto';

const taken = new Set(['A1', 'B2']);
export function book(seat) {
  const id = randomUUID();
  if (taken.has(seat)) {
    throw new Error(
      `duplicate key value violates unique constraint "bookings_seat_key": Key (id, seat)=(${id}, ${seat}) already exists.`,
    );
  }
  return id;
}
export class RateUnknown extends Error {
  name = 'RateUnknown';
}
export function rate(currency) {
  throw new RateUnknown(`No rate of ${currency} at ${new Date().toISOString()}`);
}
export const nights = (from, to) => Math.round((new Date(to) - new Date(from)) / 86_400_000) - 1;
export const label = (guests) => `${guests} guests`;
