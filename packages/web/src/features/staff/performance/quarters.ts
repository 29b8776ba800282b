import type { PerformanceQuarters } from '@assay/contract';
import { timeOf } from '../../../ui/format/formatTime.ts';

export type Quarter = PerformanceQuarters[number];
/** From the start of a quarter of an hour to the end of one, in milliseconds since 1970. */
export type QuarterRange = { from: number; to: number };

export const quarterMs = 15 * 60_000;
/** Of a day. */
export const quarterCount = 96;

/** @returns the start of the first quarter of the day that ends with the current one */
export function firstQuarterAt(now: number): number {
  return (Math.floor(now / quarterMs) - quarterCount + 1) * quarterMs;
}

/** @returns the range from one quarter to another, in either direction */
export function rangeBetween(start: number, end: number): QuarterRange {
  return { from: Math.min(start, end), to: Math.max(start, end) + quarterMs };
}

export function quartersWithin(quarters: readonly Quarter[], { from, to }: QuarterRange): readonly Quarter[] {
  return quarters.filter(({ startTime }) => timeOf(startTime) >= from && timeOf(startTime) < to);
}

/** The steps of an axis of milliseconds: 1, 2 or 5 times a power of ten. */
const steps = [1, 2, 5] as const;

/** @returns one to three round values below the highest one, which is at least 1, ascending */
export function ticksBelow(highest: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(highest) - 1);
  const candidates = [...steps, ...steps.map((step) => step * 10), 100].map((step) => step * magnitude);
  const step = candidates.find((each) => highest / each <= 4) ?? highest;
  return [1, 2, 3].map((times) => times * step).filter((tick) => tick < highest);
}

/** @returns each full fourth hour of the reader's zone within a day, in milliseconds since 1970 */
export function hoursOfDay(first: number): number[] {
  const hourMs = 4 * quarterMs;
  const hours = Array.from(
    { length: quarterCount / 4 + 1 },
    (_, index) => Math.ceil(first / hourMs) * hourMs + index * hourMs,
  );
  return hours.filter((hour) => new Date(hour).getHours() % 4 === 0 && hour < first + quarterCount * quarterMs);
}
