import { MongoClient, type MongoClientOptions } from 'mongodb';
import { failOnClosedConnections } from './closedConnections.ts';
import { countCommands } from './countedCommands.ts';

/** How long a command waits for a store that is away, unless it is said otherwise: long enough for it to restart. */
const serverSelectionTimeoutMS = 5_000;

/** @returns a client of the document store, which connects with its first command; whoever opened it closes it. */
export function openMongoClient(url: string, options: MongoClientOptions = {}): MongoClient {
  failOnClosedConnections();
  countCommands();
  return new MongoClient(url, { serverSelectionTimeoutMS, ...options });
}
