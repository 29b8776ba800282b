import type { AccountId } from '@assay/contract';
import { type OperationsUnderTest, startOperations } from '../../test/operationsUnderTest.ts';
import type { OutboxRow } from './outboxRows.ts';

const acme = 'acme' as AccountId;
const leaseMs = 60_000;
const day = 24 * 3_600_000;
const away = { kind: 'retry', reason: 'it does not answer', of: 'destination' } as const;
const later = { kind: 'retry', reason: 'come back later', of: 'message' } as const;

describe('the outbox', () => {
  let under: OperationsUnderTest;
  let count = 0;
  beforeAll(async () => {
    under = await startOperations();
  });
  afterAll(() => under.stop());

  async function put(destination: string, dedupeKey = `key-${++count}`): Promise<string> {
    const _id = `row-${String(++count).padStart(8, '0')}`;
    const message = { text: _id };
    await under.operations.outbox.put({ _id, dedupeKey, accountId: acme, channel: 'mail', destination, message });
    under.clock.pass(1);
    return _id;
  }
  async function claimed(destination: string): Promise<OutboxRow> {
    const row = await under.operations.outbox.claim(destination, leaseMs);
    if (!row) throw new Error('a row is due');
    return row;
  }

  const dueOnes = async () => (await under.operations.outbox.dueDestinations()).map(({ destination }) => destination);

  it('hands out the rows of a destination in order, each once', async () => {
    const { outbox } = under.operations;
    const ids = [await put('order'), await put('order'), await put('order')];
    const taken = [await claimed('order'), await claimed('order'), await claimed('order')];
    expect(taken.map(({ _id }) => _id)).toEqual(ids);
    expect(await outbox.claim('order', leaseMs)).toBeNull();
    expect(await dueOnes()).toEqual([]);
    await put('order', 'later');
    expect(await dueOnes()).toEqual(['order']);
    await outbox.settle(await claimed('order'), { kind: 'done' });
  });

  it('has one row per dedupe key', async () => {
    const first = await put('once', 'event-1');
    await put('once', 'event-1');
    expect((await claimed('once'))._id).toBe(first);
    expect(await under.operations.outbox.claim('once', leaseMs)).toBeNull();
  });

  it('never gives a row to two processes at once', async () => {
    await put('race');
    const another = await under.openAnother();
    const taken = await Promise.all(
      [under.operations, another, under.operations, another].map(({ outbox }) => outbox.claim('race', leaseMs)),
    );
    expect(taken.filter((row) => row !== null)).toHaveLength(1);
  });

  it('hands a row out again when its sender died, and ignores the late one', async () => {
    const { outbox } = under.operations;
    await put('died');
    const first = await claimed('died');
    under.clock.pass(leaseMs);
    const second = await claimed('died');
    expect(second).toMatchObject({ _id: first._id, attempts: 2 });
    expect(await outbox.settle(first, { kind: 'refused', reason: 'late' })).toBe(false);
    expect(await outbox.settle(second, { kind: 'done' })).toBe(true);
    const tries = [{ ok: false, cutOff: true }, { ok: true }];
    expect(await outbox.find(first._id)).toMatchObject({ state: 'done', endedAt: under.clock.now(), tries });
  });

  it('makes an unsent row due again, unless another sender has claimed it', async () => {
    const { outbox } = under.operations;
    await put('givenBack');
    const first = await claimed('givenBack');
    await outbox.giveBack(first);
    const second = await claimed('givenBack');
    expect(second).toMatchObject({ _id: first._id, attempts: 1 });
    expect(second.tries ?? []).toEqual([]);
    under.clock.pass(leaseMs);
    const third = await claimed('givenBack');
    await outbox.giveBack(second);
    expect(await outbox.claim('givenBack', leaseMs)).toBeNull();
    await outbox.settle(third, { kind: 'done' });
  });

  it('marks an attempt without an answer as possibly delivered', async () => {
    const { outbox } = under.operations;
    const id = await put('doubtful');
    const unanswered = { kind: 'retry', reason: 'cut', of: 'destination', isDoubtful: true } as const;
    await outbox.settle(await claimed('doubtful'), unanswered);
    under.clock.pass(day / 3);
    await outbox.settle(await claimed('doubtful'), later);
    const tries = (await outbox.find(id))?.tries;
    expect(tries?.map(({ cutOff = false }) => cutOff)).toEqual([true, false]);
  });

  it('makes due at once what a dead sender was sending, also behind a circuit, and nothing that waits', async () => {
    const { outbox } = under.operations;
    const id = await put('takenOver');
    for (let failures = 1; failures <= 5; failures++) {
      await outbox.settle(await claimed('takenOver'), away);
      under.clock.pass(day / 3);
    }
    expect(await claimed('takenOver')).toMatchObject({ _id: id, attempts: 6 });
    const waits = await put('patient');
    await outbox.settle(await claimed('patient'), later);
    await outbox.takeOver();
    const again = await claimed('takenOver');
    expect(again).toMatchObject({ _id: id, attempts: 7 });
    expect(again.tries?.map(({ cutOff = false }) => cutOff)).toEqual([...Array(5).fill(false), true]);
    await outbox.settle(again, { kind: 'done' });
    expect(await outbox.claim('patient', leaseMs)).toBeNull();
    expect((await outbox.find(waits))?.tries).toHaveLength(1);
  });

  it('retries with growing delays, lets others pass meanwhile, and gives up in the end', async () => {
    const { outbox } = under.operations;
    const id = await put('greylisted');
    for (let attempt = 1; attempt <= 10; attempt++) {
      const row = await claimed('greylisted');
      expect(row).toMatchObject({ _id: id, attempts: attempt });
      expect(outbox.outcomeOf(row, later)).toBe(attempt < 10 ? 'waiting' : 'givenUp');
      await outbox.settle(row, later);
      expect(await outbox.claim('greylisted', leaseMs)).toBeNull();
      if (attempt === 1) {
        const other = await put('greylisted');
        await outbox.settle(await claimed('greylisted'), { kind: 'done' });
        expect((await outbox.find(other))?.state).toBe('done');
      }
      const dueAt = (await outbox.find(id))?.dueAt ?? under.clock.now();
      under.clock.pass(Math.max(0, dueAt.getTime() - under.clock.now().getTime()));
    }
    expect(await outbox.find(id)).toMatchObject({ state: 'givenUp', lastError: 'come back later' });
  });

  it('waits as long as the destination asks', async () => {
    const { outbox } = under.operations;
    await put('asks');
    await outbox.settle(await claimed('asks'), { ...later, retryAfterMs: 3_600_000 });
    under.clock.pass(3_599_000);
    expect(await outbox.claim('asks', leaseMs)).toBeNull();
    under.clock.pass(1_000);
    expect(await outbox.claim('asks', leaseMs)).not.toBeNull();
  });

  it('pauses a destination that keeps failing, and probes it with one row', async () => {
    const { outbox } = under.operations;
    for (let row = 0; row < 8; row++) await put('broken');
    for (let failure = 0; failure < 5; failure++) await outbox.settle(await claimed('broken'), away);
    expect(await outbox.claim('broken', leaseMs)).toBeNull();
    await put('broken', 'one more');
    expect(await dueOnes()).not.toContain('broken');
    under.clock.pass(30_000);
    const probe = await claimed('broken');
    expect(await outbox.claim('broken', leaseMs)).toBeNull();
    await outbox.settle(probe, { kind: 'done' });
    expect(await outbox.claim('broken', leaseMs)).not.toBeNull();
    expect(await outbox.count('broken', 'done')).toBe(1);
  });

  it('shows an account its own rows only, newest first', async () => {
    const { outbox } = under.operations;
    const id = await put('shown');
    const { rows, total } = await outbox.page(acme, 'mail', { offset: 0, limit: 1 });
    expect(rows.map(({ _id }) => _id)).toEqual([id]);
    expect(total).toBeGreaterThan(1);
    expect(await outbox.page('globex' as AccountId, 'mail', { offset: 0, limit: 1 })).toEqual({ rows: [], total: 0 });
  });

  it('gives up waiting rows when the log is replaced, and keeps finished ones', async () => {
    const { outbox } = under.operations;
    const [sent, waiting] = [await put('restored'), await put('restored')];
    await outbox.settle(await claimed('restored'), { kind: 'done' });
    await outbox.giveUpAll('restored');
    expect(await outbox.find(sent)).toMatchObject({ state: 'done' });
    expect(await outbox.find(waiting)).toMatchObject({ state: 'givenUp', lastError: 'restored' });
    expect(await outbox.claim('restored', leaseMs)).toBeNull();
  });

  it('stays fast with ten thousand rows', async () => {
    const { outbox } = under.operations;
    await put('many');
    const template = await under.db.collection<OutboxRow>('outbox').findOne({ destination: 'many' });
    if (!template) throw new Error('the row is there');
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      ...template,
      _id: `many-${String(index).padStart(5, '0')}`,
      dedupeKey: `many-${index}`,
      dueAt: new Date(template.dueAt.getTime() + 1 + (index % 1_000)),
    }));
    for (let at = 0; at < rows.length; at += 1_000) {
      await under.db.collection<OutboxRow>('outbox').insertMany(rows.slice(at, at + 1_000));
    }
    under.clock.pass(day);
    const seen: Date[] = [];
    const began = performance.now();
    for (let index = 0; index < 100; index++) {
      const row = await claimed('many');
      seen.push(rows.find(({ _id }) => _id === row._id)?.dueAt ?? template.dueAt);
      await outbox.settle(row, { kind: 'done' });
    }
    expect(seen).toEqual([...seen].sort((a, b) => a.getTime() - b.getTime()));
    // Scanning all rows for each of them would take minutes.
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(await outbox.count('many', 'done')).toBe(100);
  });

  it('finds what follows up each other, with the receipts of what has arrived', async () => {
    const { outbox } = under.operations;
    const row = { accountId: acme, channel: 'alert', destination: 'threads', thread: 'a1/r1' };
    await outbox.put({ ...row, _id: 'thread-1', dedupeKey: 'thread-1', message: {} });
    under.clock.pass(1);
    await outbox.put({ ...row, _id: 'thread-2', dedupeKey: 'thread-2', message: {} });
    await outbox.put({ ...row, _id: 'thread-3', dedupeKey: 'thread-3', thread: 'a1/r2', message: {} });
    await outbox.settle(await claimed('threads'), { kind: 'done', detail: '200', receipt: 'C1 1.2' });
    const found = await outbox.inThread(acme, 'a1/r1');
    expect(found.map(({ _id, state, receipt }) => [_id, state, receipt])).toEqual([
      ['thread-2', 'waiting', undefined],
      ['thread-1', 'done', 'C1 1.2'],
    ]);
    expect(await outbox.inThread('other' as AccountId, 'a1/r1')).toEqual([]);
  });
});
