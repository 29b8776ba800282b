import { openMongoClient } from '@assay/operations';
import { EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import type { MongoClient } from 'mongodb';
import { CommandError } from '../operation/command.ts';

/** An event store and a document store that belong together. */
export type StorePair = { eventStoreUrl: string; mongoUrl: string };
export type OpenPair = { events: EventStoreDBClient; documents: MongoClient; close(): Promise<void> };

const connectMs = 3_000;

/** URLs as they may be shown: without passwords. */
export function shown(url: string): string {
  return url.replace(/\/\/([^/@:]*):[^/@]*@/, '//$1:…@');
}

/** Servers and ports of a URL, to tell whether two are the same place. */
function hostsOf(url: string): string[] {
  const [, authority = ''] = /^[a-z+]+:\/\/([^/?]*)/i.exec(url) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).split(',');
}

export function isSamePlace(one: string, other: string): boolean {
  const hosts = new Set(hostsOf(one).map((host) => host.replace(/^localhost(?=:|$)/, '127.0.0.1')));
  return hostsOf(other).some((host) => hosts.has(host.replace(/^localhost(?=:|$)/, '127.0.0.1')));
}

/** @throws CommandError naming the option when the URL is of another kind. */
export function checkUrls({ eventStoreUrl, mongoUrl }: StorePair, side: 'from' | 'to'): void {
  if (!/^(esdb|eventstore|kurrentdb|kurrent|kdb)(\+discover)?:\/\/[^/?]/.test(eventStoreUrl)) {
    throw new CommandError(
      `--${side}-eventstore must be an address like esdb://host:2113?tls=false, not ${shown(eventStoreUrl)}.`,
    );
  }
  if (!/^mongodb(\+srv)?:\/\/[^/?]/.test(mongoUrl)) {
    throw new CommandError(`--${side}-mongodb must be an address like mongodb://host:27017, not ${shown(mongoUrl)}.`);
  }
}

/**
 * Connects to both.
 * @throws CommandError saying which one does not answer
 */
export async function openPair({ eventStoreUrl, mongoUrl }: StorePair): Promise<OpenPair> {
  const documents = openMongoClient(mongoUrl, {
    serverSelectionTimeoutMS: connectMs,
    writeConcern: { w: 'majority', journal: true },
  });
  let events: EventStoreDBClient | undefined;
  try {
    await documents.db('admin').command({ ping: 1 });
  } catch (error) {
    await documents.close();
    throw new CommandError(`No document store answers at ${shown(mongoUrl)}: ${reasonOf(error)}`);
  }
  try {
    events = EventStoreDBClient.connectionString(eventStoreUrl);
    const first: ResolvedEvent[] = [];
    for await (const event of events.readAll({ maxCount: 1 })) first.push(event);
  } catch (error) {
    await Promise.all([documents.close(), events?.dispose()]);
    throw new CommandError(`No event store answers at ${shown(eventStoreUrl)}: ${reasonOf(error)}`);
  }
  const opened = events;
  return {
    events: opened,
    documents,
    close: async () => {
      await Promise.all([opened.dispose(), documents.close()]);
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
