import { setTimeout as delay } from 'node:timers/promises';
import {
  blobRemovalLease,
  openMongoClient,
  openProcessLeases,
  operationsDatabase,
  whileLeased,
} from '@assay/operations';

const leaseMs = 60_000;
/** The service holds it for about a second at a time; what a killed process held lapses. */
const askAgainMs = 250;

/**
 * Lets no blob be removed while something is done: a backup copies the event log first, and what that names has to be
 * there when blobs are copied.
 */
export async function keepingBlobs<Result>(
  mongoUrl: string,
  stop: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = openMongoClient(mongoUrl);
  try {
    const leases = openProcessLeases(client.db(operationsDatabase), () => new Date());
    const lease = { name: blobRemovalLease, holder: `backup-${process.pid}`, leaseMs };
    for (;;) {
      const done = await whileLeased(leases, lease, work);
      if (done !== null) return done.result;
      await delay(askAgainMs, undefined, { signal: stop });
    }
  } finally {
    await client.close();
  }
}
