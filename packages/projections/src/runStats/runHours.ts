import type { AccountId } from '@assay/contract';

const hourMs = 3_600_000;

/** @returns the first moment of the hour (UTC), ISO 8601 */
export function hourOf(at: number): string {
  return new Date(Math.floor(at / hourMs) * hourMs).toISOString();
}

/** @returns the day (UTC), `2026-10-10` */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const timesOfDay = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00.000Z`);

/** @returns the hours of a day, each by its first moment, as `hourOf` writes it */
export function hoursOf(day: string): string[] {
  return timesOfDay.map((time) => `${day}${time}`);
}

/** @returns the id of the document of an account's hour */
export function hourIdOf(accountId: AccountId, hour: string): string {
  return `${accountId}.${hour}`;
}
