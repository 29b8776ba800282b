import { EventStoreDBClient } from '@eventstore/db-client';
import { patienceMs } from '../../support/patience.ts';

/** A client as patient as the tests are: by itself it gives up a call after ten seconds, and an idle connection. */
export const clientOf = (url: string): EventStoreDBClient =>
  EventStoreDBClient.connectionString(
    `${url}${url.includes('?') ? '&' : '?'}defaultDeadline=${patienceMs}&keepAliveTimeout=${patienceMs}`,
  );
