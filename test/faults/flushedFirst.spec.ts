import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { freePort } from '../support/freePort.ts';
import { canTrace, startTraced, type TracedCall } from '../support/tracedCalls.ts';

// A kill does not test flushing, because the system's cache outlives the process: only the order of system calls shows
// it.
const itTraced = canTrace() ? it : it.skip;

const oneByOne = Array.from({ length: 8 }, (_, index) => `traced-alone-${index}.`);
/** They share commits. */
const together = Array.from({ length: 64 }, (_, index) => `traced-together-${index}.`);
const marks = [...oneByOne, ...together];
const receives = new Set(['read', 'readv', 'recvfrom', 'recvmsg']);
const sends = new Set(['write', 'writev', 'sendto', 'sendmsg']);
const writes = new Set(['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2']);
const flushes = new Set(['fdatasync', 'fsync', 'msync']);

type Files = {
  /** Descriptors of the store's file. */
  data: Set<number>;
  /** Those whose writes are on disk when they return. */
  synchronous: Set<number>;
};

function filesIn(calls: TracedCall[], dataDir: string): Files {
  const files: Files = { data: new Set(), synchronous: new Set() };
  for (const { name, text, result } of calls) {
    if (name !== 'openat' || !text.includes(`"${dataDir}/`) || !/\.mdb"/.test(text) || result < 0) continue;
    files.data.add(result);
    if (/O_D?SYNC/.test(text)) files.synchronous.add(result);
  }
  return files;
}

/** The call that read the end of a mark, which may be split over two reads. */
function arrivalOf(calls: TracedCall[], mark: string): TracedCall | undefined {
  const before = new Map<number, string>();
  return calls.find(({ name, fd, text }) => {
    if (!receives.has(name)) return false;
    const bytes = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('');
    const heard = (before.get(fd) ?? '') + bytes;
    before.set(fd, bytes.slice(-mark.length));
    return heard.includes(mark);
  });
}

/**
 * What happens between a write and its answer, in words: 'written' pages, 'flushed', and pages written 'through' to
 * disk at once (the page that commits the others).
 */
function stepsOf(calls: TracedCall[], files: Files, mark: string, isAnswer: (call: TracedCall) => boolean): string[] {
  const arrival = arrivalOf(calls, mark);
  if (!arrival) throw new Error(`${mark} never arrived`);
  const answer = calls.find(
    (call) => call.began > arrival.ended && sends.has(call.name) && call.fd === arrival.fd && isAnswer(call),
  );
  if (!answer) throw new Error(`${mark} was never answered`);
  const isWritten = ({ name, fd, text }: TracedCall) => writes.has(name) && files.data.has(fd) && text.includes(mark);
  const written = calls.find((call) => call.began > arrival.began && isWritten(call));
  if (!written) throw new Error(`${mark} was never written`);
  const between = calls.filter(({ began }) => began >= written.began && began < answer.began);
  const steps = between.flatMap(({ name, fd, ended, result }) => {
    const finished = ended < answer.began && result >= 0 ? '' : ' (unfinished)';
    if (flushes.has(name)) return [`flushed${finished}`];
    if (!writes.has(name) || !files.data.has(fd)) return [];
    return [files.synchronous.has(fd) ? `through${finished}` : `written${finished}`];
  });
  // Other commits in between may repeat these steps.
  return steps.filter((step, index) => step !== steps[index - 1]).slice(0, 3);
}

describe('an acknowledgement', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-traced-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const start = async (bundle: string) => {
    const port = await freePort();
    const dataDir = join(folder, bundle);
    const options = { ready: /listening on/, traceFile: join(folder, 'trace') };
    return { port, dataDir, store: await startTraced(bundle, ['--port', String(port), '--dir', dataDir], options) };
  };

  itTraced('of the event store comes after its flush', async () => {
    const { port, dataDir, store } = await start('eventstore');
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
    const write = (mark: string) => client.appendToStream(mark, jsonEvent({ type: 'Traced', data: { mark } }));
    for (const mark of oneByOne) await write(mark);
    await Promise.all(together.map(write));
    await client.dispose();
    const calls = await store.end();
    const files = filesIn(calls, dataDir);
    for (const mark of marks) {
      const steps = stepsOf(calls, files, mark, ({ text }) => text.includes(mark));
      expect([mark, steps]).toEqual([mark, ['written', 'flushed', 'through']]);
    }
  });

  itTraced('of the document store comes after its flush', async () => {
    const { port, dataDir, store } = await start('mongo');
    const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}`);
    const collection = client.db('traced').collection('things');
    for (const mark of oneByOne) await collection.insertOne({ mark });
    await Promise.all(together.map((mark) => collection.insertOne({ mark })));
    await client.close();
    const calls = await store.end();
    const files = filesIn(calls, dataDir);
    for (const mark of marks) {
      const steps = stepsOf(calls, files, mark, () => true);
      expect([mark, steps]).toEqual([mark, ['written', 'flushed', 'through']]);
    }
  });
});
