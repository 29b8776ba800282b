import { type DomainEvent, eventSchemas } from '@assay/event-schemas';
import { eventually } from '../../../test/support/eventually.ts';
import { acme, type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import { type EventSchema, openEventCatalogue } from './eventCatalogue.ts';
import { type EventLog, newId, type RecordedEvent } from './index.ts';
import { readEvents } from './readEvents.ts';
import { type Upcasters, upcasters } from './upcasters.ts';

const text = { type: 'string', maxLength: 200 };
const secret = { ...text, 'x-secret': true };
const personal = { ...text, 'x-personal': true };
const object = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

/** An event that the product does not have: its first version, and one that came later. */
const v1: EventSchema = {
  name: 'ParcelSent',
  version: 1,
  schema: object({ userId: text, recipient: personal, token: secret, kilos: { type: 'integer' } }),
};
const v2: EventSchema = {
  name: 'ParcelSent',
  version: 2,
  schema: object({
    userId: text,
    recipients: { type: 'array', items: personal },
    access: object({ token: secret, note: { ...secret, type: ['string', 'null'] } }),
    grams: { type: 'integer' },
  }),
};
const toV2: Upcasters = {
  ParcelSent: {
    1: ({ userId, recipient, token, kilos }) => ({
      userId,
      recipients: [recipient],
      access: { token, note: null },
      grams: Number(kilos) * 1000,
    }),
  },
};
const before = openEventCatalogue([...eventSchemas, v1], upcasters);
const after = openEventCatalogue([...eventSchemas, v1, v2], { ...upcasters, ...toV2 });

describe('an event with a newer version', () => {
  let stores: StoresUnderTest;
  let older: EventLog;
  let newer: EventLog;
  let userId: string;
  let stream: string;
  beforeAll(async () => {
    stores = await startStores();
    older = await stores.openAnotherLog({ catalogue: before });
    newer = await stores.openAnotherLog({ catalogue: after });
  });
  afterAll(() => stores.stop());
  beforeEach(() => {
    userId = newId();
    stream = `parcel-${newId()}`;
  });

  const eventOf = (type: string, data: object) => ({ type, data }) as DomainEvent;
  const sent = (recipient = 'Ada') => eventOf('ParcelSent', { userId, recipient, token: 'horse', kilos: 2 });
  const sentNow = (...recipients: string[]) =>
    eventOf('ParcelSent', { userId, recipients, access: { token: 'horse', note: null }, grams: 5 });
  const readAll = async (log: EventLog) => {
    const events: RecordedEvent[] = [];
    for await (const event of log.read(stream)) events.push(event);
    return events;
  };
  const stored = async () => {
    for await (const { event } of readEvents(stores.rawEvents.readStream(stream))) return event;
    throw new Error('nothing is stored');
  };
  const encrypted = (keyId: string) => expect.stringMatching(new RegExp(`^enc:v1:${keyId}:`));

  it('is read as the newest version, and its envelope keeps the version it was written with', async () => {
    await older.append(stream, -1, [sent()], signedBy('ada'));
    await newer.append(stream, 0, [sentNow('Bob')], signedBy('ada'));
    const [first, second] = await readAll(newer);
    expect(first).toMatchObject({
      data: { userId, recipients: [encrypted(`user:${userId}`)], access: { token: 'horse', note: null }, grams: 2000 },
      envelope: { schemaVersion: 1 },
    });
    expect(second).toMatchObject({ data: { grams: 5 }, envelope: { schemaVersion: 2 } });
    expect((await stored())?.data).toMatchObject({ kilos: 2 });
  });

  it('reaches subscribers as the newest version', async () => {
    await older.append(stream, -1, [sent()], signedBy('ada'));
    const events: RecordedEvent[] = [];
    const subscription = newer.subscribe({
      from: 'start',
      onBatch: async (batch) => void events.push(...batch.events.filter((event) => event.stream === stream)),
    });
    await eventually(() => events.length === 1);
    await subscription.stop();
    expect(events).toMatchObject([{ data: { grams: 2000 }, envelope: { schemaVersion: 1 } }]);
  });

  it('is refused by a service that is too old for it', async () => {
    await newer.append(stream, -1, [sentNow('Ada')], signedBy('ada'));
    await expect(readAll(older)).rejects.toThrow(
      'ParcelSent was written as version 2 by a newer version of the service',
    );
  });

  it('ends the subscription of an old service, which delivers nothing after it', async () => {
    const { position: last } = await older.append(stream, -1, [sent()], signedBy('ada'));
    await newer.append(stream, 0, [sentNow('Ada')], signedBy('ada'));
    await newer.append(stream, 1, [sentNow('Ada')], signedBy('ada'));
    await older.append(`${stream}-more`, -1, [sent()], signedBy('ada'));
    const seen: RecordedEvent[] = [];
    let reached = '';
    const subscription = older.subscribe({
      from: last,
      onBatch: async ({ events, position }) => {
        seen.push(...events);
        reached = position;
      },
    });
    await expect(subscription.ended).rejects.toThrow('by a newer version of the service');
    expect(seen).toEqual([]);
    expect(reached <= last).toBe(true);
  });

  it('has nested secrets and personal data encrypted, each under its own key', async () => {
    await newer.append(stream, -1, [sentNow('Ada', 'Bob')], signedBy('ada'));
    const person = encrypted(`user:${userId}`);
    expect((await stored())?.data).toEqual({
      userId,
      recipients: [person, person],
      access: { token: encrypted(`account:${acme}`), note: null },
      grams: 5,
    });
    const [read] = await readAll(newer);
    expect(read).toMatchObject({ data: { access: { token: 'horse', note: null }, recipients: [person, person] } });
    if (!read) throw new Error('nothing was read');
    expect(await newer.revealPersonalData(read)).toMatchObject({ data: { recipients: ['Ada', 'Bob'] } });
  });

  it('has empty texts where the key of its person is erased, also in what is upcasted', async () => {
    await older.append(stream, -1, [sent()], signedBy('ada'));
    await newer.append(stream, 0, [sentNow('Ada', 'Bob')], signedBy('ada'));
    await stores.operations.keys.erase(`user:${userId}`);
    const revealed = await Promise.all((await readAll(newer)).map(newer.revealPersonalData));
    expect(revealed).toMatchObject([{ data: { recipients: [''] } }, { data: { recipients: ['', ''] } }]);
  });

  it('takes no nested secret that belongs to no account', async () => {
    await expect(newer.append(stream, -1, [sentNow('Ada')], signedBy('ada', null))).rejects.toThrow(TypeError);
  });
});
