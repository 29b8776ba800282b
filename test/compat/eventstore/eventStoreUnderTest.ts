import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, startEventStore } from '@assay/embedded-eventstore';
import { type EventData, type EventStoreDBClient, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import { storesFolder } from '../../support/storesFolder.ts';
import { clientOf } from './clientOf.ts';

/** The event store of the compatibility tests: the one that COMPAT_EVENTSTORE_URL names, or an embedded one. */
export type EventStoreUnderTest = {
  client: EventStoreDBClient;
  url: string;
  stop(): Promise<void>;
};

export const realServerUrl = process.env.COMPAT_EVENTSTORE_URL;

/** For tests that need a server whose folder and process belong to them. */
export const describeEmbedded = realServerUrl ? describe.skip : describe;

export async function eventStoreUnderTest(): Promise<EventStoreUnderTest> {
  if (realServerUrl) return connect(realServerUrl, async () => undefined);
  const folder = await storesFolder('eventstore-');
  const server = await startEventStore({ port: 0, dataDir: folder });
  return connect(server.url, async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
}

function connect(url: string, stopServer: () => Promise<void>): EventStoreUnderTest {
  const client = clientOf(url);
  return {
    client,
    url,
    stop: async () => {
      await client.dispose();
      await stopServer();
    },
  };
}

export const temporaryFolder = () => mkdtemp(join(tmpdir(), 'eventstore-'));

export const startOn = (dataDir: string): Promise<EventStore> => startEventStore({ port: 0, dataDir });

/** An unused name: a real server keeps the streams of earlier runs. */
export const newStream = (word = 'stream') => `${word}-${randomUUID()}`;

/** Events numbered from `first`, of one type. */
export const numbered = (count: number, first = 0, type = 'Counted'): EventData[] =>
  Array.from({ length: count }, (_, index) => jsonEvent({ type, data: { n: first + index } }));

export async function collect<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const collected: Event[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** Takes that many events of a subscription and unsubscribes. */
export async function take(count: number, subscription: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> {
  const taken: ResolvedEvent[] = [];
  for await (const event of subscription) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

export const revisionsOf = (events: readonly ResolvedEvent[]) => events.map(({ event }) => event?.revision);

/** The error a promise is rejected with; fails when it is not. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`Expected a rejection, got ${String(outcome.value)}`);
}
