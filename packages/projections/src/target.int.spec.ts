import type { Position } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { type StoresUnderTest, startStores } from '../../../test/support/storesUnderTest.ts';
import type { Evolved, ReadModelDocument } from './projection.ts';
import type { AnyProjection } from './projectionList.ts';
import { applyTo, openTarget } from './target.ts';

type Text = ReadModelDocument & { text: string; events: number };
const MiB = 1024 * 1024;

/** A read model of texts: an event makes the text of each document that it names longer. */
const texts = {
  name: 'texts',
  version: 1,
  indexes: [],
  idsOf: ({ data }: RecordedEvent) => Object.keys(data),
  evolve: (before: Evolved<Text> | null, { data }: RecordedEvent, id: string): Evolved<Text> => ({
    text: (before?.text ?? '') + 'x'.repeat(Reflect.get(data, id) * MiB),
    events: (before?.events ?? 0) + 1,
  }),
  topicsOf: () => [],
};

/** @param lengths what is added to each text, in MiB */
function eventAt(place: number, lengths: Readonly<Record<string, number>>): RecordedEvent {
  const position = `epoch-${String(place).padStart(20, '0')}` as Position;
  return { type: 'Lengthened', data: lengths, position } as unknown as RecordedEvent;
}

describe('a read model', () => {
  let stores: StoresUnderTest;
  beforeAll(async () => {
    stores = await startStores();
  });
  afterAll(() => stores.stop());

  it('goes on without what has become larger than the store takes', async () => {
    const errors: object[] = [];
    const open = () =>
      openTarget(stores.readModelDb, texts as unknown as AnyProjection, 'texts', {
        error: (what: object) => void errors.push(what),
      });
    const target = open();
    const apply = (...events: RecordedEvent[]) => applyTo(target, events, async (event) => event);
    const eventsOf = async () => {
      const found = await target.collection.find().sort({ _id: 1 }).toArray();
      return found.map((document) => [document._id, Reflect.get(document, 'events')]);
    };
    await apply(eventAt(1, { long: 9, short: 0 }), eventAt(2, { long: 5 }));
    await apply(eventAt(3, { long: 9, short: 0, other: 0 }), eventAt(4, { other: 0 }));
    await apply(eventAt(5, { long: 0, short: 0 }));
    expect(await eventsOf()).toEqual([
      ['long', 2],
      ['other', 2],
      ['short', 3],
    ]);
    expect(errors).toEqual([{ projection: 'texts', id: 'long' }]);

    // Another process finds it in the same way, and another event may fit.
    await applyTo(open(), [eventAt(6, { long: 3, short: 0 })], async (event) => event);
    expect(errors).toHaveLength(2);
    await applyTo(open(), [eventAt(7, { long: 1, short: 0 })], async (event) => event);
    expect(errors).toHaveLength(2);
    expect(await eventsOf()).toEqual([
      ['long', 3],
      ['other', 2],
      ['short', 5],
    ]);
  });
});
