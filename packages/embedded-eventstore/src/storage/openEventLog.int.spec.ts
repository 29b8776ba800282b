import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { open } from 'lmdb';
import { verifyEventStore } from '../maintenance/verifyEventStore.ts';
import { DamagedStoreError } from './damagedStoreError.ts';
import { parseEventId } from './eventId.ts';
import type { WriteRequest } from './eventWriter.ts';
import { type EventLog, openEventLog } from './openEventLog.ts';
import { formatVersion, openStoreFiles, StoreTakenOverError } from './storeFiles.ts';

const nothing = new Uint8Array(0);
const appendTo = (streamName: string, ...ids: string[]): WriteRequest => ({
  kind: 'append',
  streamName,
  expected: 'any',
  events: (ids.length > 0 ? ids : [randomUUID()]).map((id) => ({
    eventId: parseEventId(id) ?? '',
    type: 'Tried',
    contentType: 'application/json',
    metadata: nothing,
    data: Buffer.from('{}'),
  })),
});

const metadataEvent = (metadata: object) => ({
  eventId: parseEventId(randomUUID()) ?? '',
  type: '$metadata',
  contentType: 'application/json',
  metadata: nothing,
  data: Buffer.from(JSON.stringify(metadata)),
});

describe('an event log', () => {
  let folder: string;
  const broken: unknown[] = [];
  const openLog = () => openEventLog(folder, { onBroken: (error) => broken.push(error), log: () => undefined });
  const readAll = (log: EventLog) => log.reader.readAll(1, 'forwards', 1_000);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-log-'));
    broken.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads a page once for all who want the same, until something is written', async () => {
    const log = await openLog();
    await log.write(appendTo('shared'));
    const page = readAll(log);
    expect(readAll(log)).toBe(page);
    expect(log.reader.readAll(2, 'forwards', 1_000)).toHaveLength(page.length - 1);
    await log.write(appendTo('shared'));
    expect(readAll(log)).toHaveLength(page.length + 1);
    await log.close();
  });

  it('refuses a folder written by a newer version and releases its lock', async () => {
    await (await openLog()).close();
    const root = open({ path: join(folder, 'events.mdb'), noSubdir: true, maxDbs: 8 });
    const settings = root.openDB<string, string>('settings', { encoding: 'string' });
    await settings.put('formatVersion', String(formatVersion + 1));
    await root.close();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(openLog()).rejects.toMatchObject({
        code: 'FORMAT_TOO_NEW',
        message: expect.stringContaining('newer version'),
      });
    }
  });

  /** The two meta pages at the front of the file locate a transaction's root; the transaction id is at byte 152. */
  function damageNewerMetaPage(file: Buffer): void {
    const pageBytes = 4096;
    const transactionIdOffset = 152;
    const [first, second] = [
      file.readBigUInt64LE(transactionIdOffset),
      file.readBigUInt64LE(pageBytes + transactionIdOffset),
    ];
    file.writeBigUInt64LE(0n, first > second ? transactionIdOffset : pageBytes + transactionIdOffset);
  }

  it('neither opens nor verifies when it holds less than it once did, unless that was on purpose', async () => {
    const log = await openLog();
    await log.write(appendTo('a'));
    await log.write(appendTo('a'));
    await log.close();
    const path = join(folder, 'events.mdb');
    const file = await readFile(path);
    damageNewerMetaPage(file);
    await writeFile(path, file);
    const sentence = /ends at position 2, but .*last-position says that it held position 3/;
    await expect(openLog()).rejects.toMatchObject({ code: 'DATA_DAMAGED', message: expect.stringMatching(sentence) });
    const { problems } = await verifyEventStore({ dataDir: folder });
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    await rm(join(folder, 'last-position'));
    const older = await openLog();
    expect(older.lastPosition()).toBe(2);
    await older.close();
  });

  it.each(['', 'three', '99999999999999999999\n'])('ignores a note that cannot be read: %j', async (note) => {
    await (await openLog()).close();
    await writeFile(join(folder, 'last-position'), note);
    const log = await openLog();
    await log.write(appendTo('a'));
    await log.close();
    expect(await readFile(join(folder, 'last-position'), 'utf8')).toBe('2\n');
  });

  it('reports a damaged event and serves the others', async () => {
    const first = await openLog();
    for (const stream of ['a', 'b', 'c']) await first.write(appendTo(stream));
    await first.close();
    const files = openStoreFiles(folder);
    const bytes = Buffer.from(files.events.get(3) ?? nothing);
    bytes[80] = (bytes[80] ?? 0) ^ 4;
    files.commit(() => files.events.putSync(3, bytes));
    await files.close();

    const log = await openLog();
    expect(() => readAll(log)).toThrow(DamagedStoreError);
    expect(() => log.reader.readStream('b', 0, 'forwards', 10)).toThrow(DamagedStoreError);
    expect(log.reader.readStream('a', 0, 'forwards', 10).events).toHaveLength(1);
    expect(log.reader.readAll(4, 'forwards', 10)).toHaveLength(1);
    expect(await log.write(appendTo('b'))).toMatchObject({ kind: 'written', revision: 1 });
    await log.close();
  });

  it('reports a missing event instead of skipping it', async () => {
    const first = await openLog();
    for (let n = 0; n < 4; n += 1) await first.write(appendTo('a'));
    await first.close();
    const files = openStoreFiles(folder);
    files.commit(() => files.events.removeSync(3));
    await files.close();

    const log = await openLog();
    expect(() => readAll(log)).toThrow('position 3 is missing');
    expect(() => log.reader.readAll(log.lastPosition(), 'backwards', 10)).toThrow('position 3 is missing');
    expect(() => log.reader.readStream('a', 0, 'forwards', 10)).toThrow('position 3 is missing');
    await log.close();
  });

  it('stops writing for good once another process has claimed the folder', async () => {
    const log = await openLog();
    openStoreFiles(folder);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(log.write(appendTo('a'))).rejects.toBeInstanceOf(StoreTakenOverError);
    }
    expect(broken).toHaveLength(1);
    await log.close();
  });

  it('decides the writes of one group in order of arrival', async () => {
    const log = await openLog();
    const id = randomUUID();
    const outcomes = await Promise.all([
      log.write({ ...appendTo('a', id), expected: 'noStream' }),
      log.write({ ...appendTo('a', id), expected: 'noStream' }),
      log.write({ ...appendTo('a'), expected: 'noStream' }),
      log.write({ kind: 'delete', streamName: 'a', expected: 0 }),
      log.write({ ...appendTo('a'), expected: 'noStream' }),
      log.write({ kind: 'tombstone', streamName: 'a', expected: 'any' }),
      log.write(appendTo('a')),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'written',
      'written',
      'wrongExpectedRevision',
      'written',
      'written',
      'written',
      'streamDeleted',
    ]);
    const events = readAll(log).map(({ streamName, type }) => `${streamName} ${type}`);
    expect(events).toEqual([
      '$server $StoreCreated',
      'a Tried',
      '$$a $metadata',
      '$$a $metadata',
      'a Tried',
      'a $streamDeleted',
    ]);
    await log.close();
  });

  it('shows readers nothing of a write before it is on disk, and all of it once it is answered', async () => {
    const log = await openLog();
    await log.write(appendTo('a'));
    let answered = false;
    const writing = log
      .write({ kind: 'append', streamName: '$$a', expected: 'any', events: [metadataEvent({ $maxCount: 1 })] })
      .then(() => log.write(appendTo('a')))
      .then(() => {
        answered = true;
      });
    const seen = new Set<string>();
    while (!answered) {
      const positions = readAll(log).map(({ position }) => position);
      expect(positions.at(-1)).toBeGreaterThanOrEqual(log.lastPosition());
      const { events } = log.reader.readStream('a', 0, 'forwards', 10);
      seen.add(events.map(({ revision }) => revision).join());
      await nextTurn();
    }
    await writing;
    expect(log.reader.readStream('a', 0, 'forwards', 10).events.map(({ revision }) => revision)).toEqual([1]);
    expect([...seen][0]).toBe('0');
    expect(log.lastPosition()).toBe(4);
    await log.close();
  });

  it('commits what was submitted before it closes', async () => {
    const log = await openLog();
    const writing = Array.from({ length: 1_500 }, (_, n) => log.write(appendTo(`stream-${n}`)));
    await log.close();
    await Promise.all(writing);
    const again = await openLog();
    expect(again.lastPosition()).toBe(1_501);
    await again.close();
  });
});
