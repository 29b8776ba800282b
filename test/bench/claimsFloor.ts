import { EventStoreDBClient, type JSONEventType, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { timed } from './samples.ts';
import { startStore } from './storeProcess.ts';
import type { Workbench } from './workbench.ts';

type Fields = Record<string, unknown>;
/** A stream's first fact. */
export type Recorded = { stream: string; type: string; data: Fields; metadata: Fields };

/** @returns the events of each claim in the log */
export async function claimFacts(bench: Workbench, leaseIds: readonly string[]): Promise<Recorded[]> {
  const client = await bench.events();
  const facts: Recorded[] = [];
  for (const leaseId of leaseIds) {
    const stream = `workUnit-${leaseId}`;
    for await (const { event } of client.readStream<JSONEventType<string, Fields>>(stream, { maxCount: 1 })) {
      if (event) facts.push({ stream, type: event.type, data: event.data, metadata: Object(event.metadata) });
    }
  }
  return facts;
}

/**
 * The limit for any service on this store: the same claim events, appended by the same client, each to a stream that
 * must not exist, by as many concurrent writers as there were runners. A first pass warms both sides up.
 * @returns milliseconds
 */
export async function measureClaimsFloor(facts: readonly Recorded[], writers: number): Promise<number> {
  const events = await startStore('eventstore');
  const client = EventStoreDBClient.connectionString(events.url);
  const appendAll = async (pass: string) => {
    const left = facts.values();
    const write = async () => {
      for (const { stream, ...fact } of left) {
        await client.appendToStream(`${pass}-${stream}`, jsonEvent(fact), { expectedRevision: NO_STREAM });
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
  };
  try {
    await appendAll('warm');
    return await timed(() => appendAll('floor'));
  } finally {
    await client.dispose();
    await events.stop();
  }
}
