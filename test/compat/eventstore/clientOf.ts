import { EventStoreDBClient } from '@eventstore/db-client';
import { patienceMs } from '../../support/patience.ts';

/** A client as patient as the tests: by default it gives up on a call, and on an idle connection, after ten seconds. */
export const clientOf = (url: string): EventStoreDBClient =>
  EventStoreDBClient.connectionString(
    `${url}${url.includes('?') ? '&' : '?'}defaultDeadline=${patienceMs}&keepAliveTimeout=${patienceMs}`,
  );
