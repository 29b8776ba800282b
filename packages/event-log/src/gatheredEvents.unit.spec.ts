import type { RecordedEvent } from './envelope.ts';
import { openGathered } from './gatheredEvents.ts';

const event = (id: string) => ({ id }) as RecordedEvent;

/** @param sizes of the events, by their ids */
function gather(batchSize: number, sizes: Record<string, number>) {
  const gathered = openGathered(batchSize, ({ id }) => sizes[id] ?? 1);
  for (const id of Object.keys(sizes)) gathered.add(event(id));
  return { gathered, take: () => gathered.takeBatch().map(({ id }) => id) };
}

describe('gathered events', () => {
  it('come in batches of limited size, in order', () => {
    const { gathered, take } = gather(10, { a: 4, b: 6, c: 1, d: 10 });
    expect(gathered.size()).toBe(21);
    expect([take(), take(), take(), take()]).toEqual([['a', 'b'], ['c'], ['d'], []]);
    expect(gathered.size()).toBe(0);
  });

  it('come alone where one is larger than a batch', () => {
    const { take } = gather(10, { a: 1, large: 25, b: 1 });
    expect([take(), take(), take()]).toEqual([['a'], ['large'], ['b']]);
  });
});
