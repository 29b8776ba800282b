import type { RecordedEvent } from '@assay/event-log';

/** What an event costs read models, in small events: the tests that it tells of make some events a thousand times larger. */
export function eventSize({ data }: RecordedEvent): number {
  if ('results' in data) return 1 + data.results.length;
  return 'tests' in data ? 1 + (data.tests?.length ?? 0) : 1;
}
