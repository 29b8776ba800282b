// Run by damage.spec.ts in a process of its own, since LMDB can crash on a damaged file. Arguments: a folder with a
// whole store, a JSON file with what it holds, the first seed and the last. One line of JSON per seed on stdout.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEventStore, verifyEventStore } from '@assay/embedded-eventstore';
import { BACKWARDS, END, EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';

/** Ids in the order they are read, by stream; `$all` is one of them. */
export type Content = Record<string, string[]>;

export interface Round {
  seed: number;
  /** How many reads gave exactly what was written, and how many ended with an error. */
  served: number;
  refused: number;
  /** Reads that gave something else. There must be none. */
  wrong: string[];
  /** Whether `verify` has found something. */
  found: boolean;
}

/** A small linear congruential generator: the same seed always damages the same places. */
function generator(seed: number): (below: number) => number {
  let state = BigInt(seed) * 6364136223846793005n + 1442695040888963407n;
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
}

function damage(file: string, seed: number): void {
  const random = generator(seed);
  const bytes = readFileSync(file);
  const places = 1 + random(3);
  for (let place = 0; place < places; place += 1) {
    const at = random(bytes.length);
    // A bit, a byte, or everything from there to the end of the page.
    const kind = random(3);
    if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    else if (kind === 1) bytes[at] = random(256);
    else bytes.fill(random(256), at, Math.ceil((at + 1) / 4096) * 4096);
  }
  writeFileSync(file, bytes);
}

async function idsOf(events: AsyncIterable<ResolvedEvent>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event } of events) ids.push(event?.id ?? '');
  return ids;
}

async function readAsWritten(round: Round, name: string, written: string[], events: AsyncIterable<ResolvedEvent>) {
  const ids = await idsOf(events).catch(() => undefined);
  if (ids === undefined) round.refused += 1;
  else if (ids.join() === written.join()) round.served += 1;
  else round.wrong.push(`${name}: ${ids.length} events instead of ${written.length}`);
}

async function readEverything(folder: string, content: Content, round: Round): Promise<void> {
  const server = await startEventStore({ port: 0, dataDir: folder }).catch(() => undefined);
  if (!server) {
    round.refused += 1;
    return;
  }
  const client = EventStoreDBClient.connectionString(server.url);
  const { $all = [], ...streams } = content;
  await readAsWritten(round, '$all', $all, client.readAll());
  const backwards = client.readAll({ direction: BACKWARDS, fromPosition: END });
  await readAsWritten(round, '$all backwards', $all.toReversed(), backwards);
  for (const [stream, ids] of Object.entries(streams)) {
    await readAsWritten(round, stream, ids, client.readStream(stream));
  }
  await client.dispose();
  await server.stop();
}

const [source = '', contentFile = '', first, last] = process.argv.slice(2);
const content = JSON.parse(readFileSync(contentFile, 'utf8')) as Content;
for (let seed = Number(first); seed <= Number(last); seed += 1) {
  const folder = join(source, `seed-${seed}`);
  mkdirSync(folder);
  copyFileSync(join(source, 'events.mdb'), join(folder, 'events.mdb'));
  damage(join(folder, 'events.mdb'), seed);
  const round: Round = { seed, served: 0, refused: 0, wrong: [], found: true };
  process.stdout.write(`${JSON.stringify({ begins: seed })}\n`);
  round.found = await verifyEventStore({ dataDir: folder }).then(
    ({ problems }) => problems.length > 0,
    () => true,
  );
  await readEverything(folder, content, round);
  process.stdout.write(`${JSON.stringify(round)}\n`);
  rmSync(folder, { recursive: true });
}
