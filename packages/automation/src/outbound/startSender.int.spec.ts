import type { Channel, DeliveryResult, MailMessage } from '@assay/integrations';
import type { OutboxRow } from '@assay/operations';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.ts';
import { ownRecorder } from '../../../../test/support/ownRecorder.ts';
import { globex } from '../../../../test/support/recordedIds.ts';
import { acme, type StoresUnderTest, startStores } from '../../../../test/support/storesUnderTest.ts';
import type { AutomationStores } from '../automationDeps.ts';
import { startSender } from './startSender.ts';

/** Longer than a sender's claim on a row. */
const leaseMs = 10 * 60_000;

/** A channel whose deliveries end when the test says so. */
function heldChannel() {
  const begun: { to: string; end: (outcome: DeliveryResult) => void }[] = [];
  const channel: Channel<MailMessage> = {
    deliver: ({ to }) => new Promise((end) => begun.push({ to, end })),
    close: () => undefined,
  };
  const first = (to: string) => eventually(() => begun.find((delivery) => delivery.to === to) ?? null);
  return { channel, begun, first };
}

/** A channel whose deliveries all succeed. */
function answeringChannel() {
  const channel: Channel<MailMessage> = { deliver: async () => ({ kind: 'done' }), close: () => undefined };
  return { channel };
}

describe('the sender', () => {
  let stores: StoresUnderTest;
  let passed = 0;
  let count = 0;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    stores = await startStores({ now: () => new Date(Date.now() + passed) });
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  afterAll(() => stores.stop());

  function start(mail: Channel<MailMessage>, deliveryMs?: number, mayAct?: () => boolean) {
    const { eventLog, operations } = stores;
    const deps = { eventLog, operations, log: pino({ level: 'silent' }), publicUrl: '' } as AutomationStores & {
      publicUrl: string;
    };
    const sender = startSender({ ...deps, recorder: ownRecorder() }, { mail, deliveryMs, mayAct });
    stops.push(() => sender.stop());
    return sender;
  }

  async function put(destination: string, accountId = acme): Promise<string> {
    const _id = `row-${++count}`;
    const message: MailMessage = { to: destination, subject: 'S', text: 'T', html: null };
    await stores.operations.outbox.put({ _id, dedupeKey: _id, accountId, channel: 'mail', destination, message });
    return _id;
  }

  const ended = (id: string, isWanted: (row: OutboxRow) => boolean) =>
    eventually(async () => {
      const row = await stores.operations.outbox.find(id);
      return row && isWanted(row) ? row : null;
    });

  it('lets no hanging destination delay another one', async () => {
    const { channel, first } = heldChannel();
    const hanging = await put('hanging');
    start(channel);
    const stuck = await first('hanging');
    const other = await put('other');
    (await first('other')).end({ kind: 'done' });
    await ended(other, ({ state }) => state === 'done');
    expect(await stores.operations.outbox.find(hanging)).toMatchObject({ state: 'waiting', attempts: 1 });
    stuck.end({ kind: 'done' });
    await ended(hanging, ({ state }) => state === 'done');
  });

  /** More than the limit of concurrent deliveries. */
  const many = Array.from({ length: 40 }, (_, index) => `many-${index}`);

  it('reaches every destination, however many have no pending rows', async () => {
    const { channel } = answeringChannel();
    start(channel);
    const ids = await Promise.all(many.map((destination) => put(destination)));
    for (const id of ids) await ended(id, ({ state }) => state === 'done');
    await ended(await put('the last one'), ({ state }) => state === 'done');
  });

  it('leaves other accounts, and mail, their share when all destinations of an account hang', async () => {
    const { channel, begun, first } = heldChannel();
    for (const destination of many) await put(destination);
    start(channel);
    await first('many-0');
    await put('mail', globex);
    await put('zebra', globex);
    (await first('mail')).end({ kind: 'done' });
    (await first('zebra')).end({ kind: 'done' });
    expect(begun.length).toBeLessThan(many.length);
    for (const { end } of begun) end({ kind: 'refused', reason: 'the test is over' });
    await stores.operations.outbox.giveUpAll('the test is over');
  });

  it('waits for deliveries in progress when it stops', async () => {
    const { channel, first, begun } = heldChannel();
    const id = await put('stopping');
    const sender = start(channel);
    const delivery = await first('stopping');
    const stopped = sender.stop();
    delivery.end({ kind: 'done' });
    await stopped;
    expect(await stores.operations.outbox.find(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(begun).toHaveLength(1);
  });

  it('sends again what another process was sending when it crashed', async () => {
    const dead = heldChannel();
    const id = await put('crashed');
    start(dead.channel);
    const lost = await dead.first('crashed');
    passed += leaseMs;
    const alive = heldChannel();
    start(alive.channel);
    // Either of them may find it due; the one that died never ends its first delivery.
    const again = await eventually(
      () => [...alive.begun, ...dead.begun.slice(1)].find(({ to }) => to === 'crashed') ?? null,
    );
    again.end({ kind: 'done' });
    await ended(id, ({ state }) => state === 'done');
    expect(await stores.operations.outbox.find(id)).toMatchObject({ attempts: 2 });
    lost.end({ kind: 'retry', reason: 'too late', of: 'message' });
    await Promise.all(stops.splice(0).map((stop) => stop()));
    expect(await stores.operations.outbox.find(id)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('sends no row that it claimed while its lease expired, and leaves it to the next process', async () => {
    const frozen = heldChannel();
    const id = await put('frozen');
    // It may look into the outbox and take the row; then it is frozen.
    let looks = 2;
    start(frozen.channel, undefined, () => looks-- > 0);
    await eventually(() => looks < 0);
    await Promise.all(stops.splice(0).map((stop) => stop()));
    expect(frozen.begun).toEqual([]);
    const next = heldChannel();
    start(next.channel);
    (await next.first('frozen')).end({ kind: 'done' });
    const { attempts, tries } = await ended(id, ({ state }) => state === 'done');
    expect({ attempts, tries }).toMatchObject({ attempts: 1, tries: [{ ok: true }] });
  });

  it('gives up on a destination that never answers, and reports it', async () => {
    const { channel, begun } = heldChannel();
    const id = await put('silent');
    start(channel, 1);
    const row = await ended(id, ({ lastError }) => lastError !== null);
    expect(row).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: 'the destination took too long: whether it arrived is not known',
      tries: [{ ok: false, cutOff: true }],
    });
    for (const { end } of begun) end({ kind: 'refused', reason: 'the test is over' });
  });
});
