import type { AccountId, Position } from '@assay/contract';
import { accountOf, idMadeAt, type RecordedEvent } from '@assay/event-log';
import type { Evolved, ReadModelDocument } from '../projection.ts';
import { dayOf } from './runHours.ts';

/** Which hours of a day (UTC) an account has runs of, and when each of them changed. */
export type RunDayDocument = ReadModelDocument & {
  accountId: AccountId;
  /** `2026-10-10` */
  day: string;
  /** Of each hour the last event that went into its document; null: it has none. */
  positions: (Position | null)[];
};

/** No account's id has one, so days lie together, apart from the hours. */
const beforeDay = '/';
const noPositions: readonly (Position | null)[] = Array.from({ length: 24 }, () => null);

/** @returns the id of the document of an account's day; ids of later days are greater */
export function dayIdOf(accountId: AccountId, day: string): string {
  return `${accountId}${beforeDay}${day}`;
}

export function isDayId(id: string): boolean {
  return id.includes(beforeDay);
}

/** @returns the day with the event as the last one of its run's hour */
export function evolveDay(day: Evolved<RunDayDocument> | null, event: RecordedEvent): Evolved<RunDayDocument> | null {
  if (!('testRunId' in event.data) || event.data.testRunId === null) return day;
  if (day === null && event.type !== 'TestRunCreated') return null;
  const at = idMadeAt(event.data.testRunId);
  const positions = [...(day?.positions ?? noPositions)];
  positions[new Date(at).getUTCHours()] = event.position;
  return { accountId: accountOf(event), day: dayOf(at), positions };
}
