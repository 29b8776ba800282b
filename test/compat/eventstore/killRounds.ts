import { verifyEventStore } from '@assay/embedded-eventstore';
import { type EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import { clientOf } from './clientOf.ts';
import { spawnServer, terminate } from './spawnedServer.ts';

export type KillRound = {
  round: number;
  /** Appends that were answered before the kill. */
  acknowledged: number;
  /** Events in the store afterwards, of this round and all before it. */
  events: number;
  /** One sentence each; none when all is well. */
  problems: string[];
};

type KillRoundsOptions = {
  dataDir: string;
  rounds: number;
  /** 64 by default. */
  writers?: number;
  /** The kill comes once this many appends of a round have been acknowledged. */
  appendsBeforeKill?: (round: number) => number;
  /** Called after each round. */
  onRound?: (round: KillRound) => void;
};

type Counted = {
  n: number;
  batch: number;
  size: number;
};

/** Appends of one to five events; each event names its append. */
function batchOf(first: number, batch: number) {
  const size = 1 + (batch % 5);
  return Array.from({ length: size }, (_, index) =>
    jsonEvent({ type: 'Counted', data: { n: first + index, batch, size } satisfies Counted }),
  );
}

async function numbersOf(client: EventStoreDBClient, stream: string): Promise<Counted[]> {
  const found: Counted[] = [];
  try {
    for await (const { event } of client.readStream(stream)) {
      if (event && event.revision === BigInt(found.length)) found.push(event.data as Counted);
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return found;
}

/** Problems of a stream, given how many of its events were acknowledged. */
function problemsOf(stream: string, found: readonly Counted[], acknowledged: number): string[] {
  const problems: string[] = [];
  if (found.length < acknowledged) problems.push(`${stream}: ${acknowledged} acknowledged, ${found.length} found`);
  if (found.some(({ n }, index) => n !== index))
    problems.push(`${stream}: not the events that were sent, in their order`);
  const last = found.at(-1);
  const ofLast = found.filter(({ batch }) => batch === last?.batch).length;
  if (last && ofLast !== last.size) problems.push(`${stream}: ${ofLast} of the ${last.size} events of an append`);
  return problems;
}

/**
 * Kills an event store with SIGKILL under many writers, again and again on one data folder. After each kill, a new
 * server must find everything that was acknowledged, every append whole or not at all and no gap, and `verify` must
 * find nothing.
 */
export async function killEventStore(options: KillRoundsOptions): Promise<KillRound[]> {
  const { dataDir, rounds, writers = 64, appendsBeforeKill = () => 1_500, onRound } = options;
  const outcomes: KillRound[] = [];
  for (let round = 1; round <= rounds; round++) {
    const streams = Array.from({ length: writers }, (_, writer) => `round-${round}-writer-${writer}`);
    const acknowledged = new Map<string, number>();
    const appends = await writeUntilKilled(dataDir, streams, acknowledged, appendsBeforeKill(round));
    const { problems, events } = await verifyEventStore({ dataDir });
    problems.push(...(await compareWithAcknowledged(dataDir, streams, acknowledged)));
    const outcome = { round, acknowledged: appends, events, problems };
    outcomes.push(outcome);
    onRound?.(outcome);
  }
  return outcomes;
}

/** @returns how many appends were acknowledged and, by stream, how many events */
async function writeUntilKilled(
  dataDir: string,
  streams: readonly string[],
  acknowledged: Map<string, number>,
  enough: number,
): Promise<number> {
  const server = await spawnServer(dataDir);
  const client = clientOf(server.url);
  let appends = 0;
  let killed: Promise<unknown> | undefined;
  const write = async (stream: string) => {
    for (let batch = 0, n = 0; ; batch++) {
      const events = batchOf(n, batch);
      await client.appendToStream(stream, events);
      n += events.length;
      acknowledged.set(stream, n);
      appends += 1;
      if (appends === enough) killed = terminate(server, 'SIGKILL');
    }
  };
  // Every writer ends with the error of the append that was cut off by the kill.
  await Promise.allSettled(streams.map(write));
  await killed;
  await Promise.allSettled([client.dispose()]);
  return appends;
}

async function compareWithAcknowledged(
  dataDir: string,
  streams: readonly string[],
  acknowledged: ReadonlyMap<string, number>,
): Promise<string[]> {
  const server = await spawnServer(dataDir);
  const client = clientOf(server.url);
  const problems: string[] = [];
  for (const stream of streams) {
    problems.push(...problemsOf(stream, await numbersOf(client, stream), acknowledged.get(stream) ?? 0));
  }
  await Promise.allSettled([client.dispose()]);
  if ((await terminate(server, 'SIGTERM')) !== 0) problems.push('The server did not exit cleanly afterwards.');
  return problems;
}
