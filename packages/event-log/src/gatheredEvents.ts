import type { RecordedEvent } from './envelope.ts';

/** Events that wait for their batch, in order. */
export type GatheredEvents = {
  add(event: RecordedEvent): void;
  /** What all of them count for together. */
  size(): number;
  /** Takes the first of them, as many as a batch holds; at least one, if there is one. */
  takeBatch(): RecordedEvent[];
};

/** @param batchSize what the events of a batch count for at most, unless a single one counts for more */
export function openGathered(batchSize: number, sizeOf: (event: RecordedEvent) => number): GatheredEvents {
  let events: { event: RecordedEvent; size: number }[] = [];
  let total = 0;

  return {
    add: (event) => {
      const size = sizeOf(event);
      events.push({ event, size });
      total += size;
    },
    size: () => total,
    takeBatch: () => {
      let count = 0;
      let taken = 0;
      for (const { size } of events) {
        if (count > 0 && taken + size > batchSize) break;
        count += 1;
        taken += size;
      }
      const batch = events.slice(0, count).map(({ event }) => event);
      events = events.slice(count);
      total -= taken;
      return batch;
    },
  };
}
