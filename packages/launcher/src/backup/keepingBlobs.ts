import { setTimeout as delay } from 'node:timers/promises';
import { blobRemovalLease, openMongoClient, openProcessLeases, operationsDatabase } from '@assay/operations';

const leaseMs = 60_000;
const renewMs = 15_000;
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
    const holder = `backup-${process.pid}`;
    let epoch: number | null = null;
    for (;;) {
      epoch = await leases.acquire(blobRemovalLease, holder, leaseMs);
      if (epoch !== null) break;
      await delay(askAgainMs, undefined, { signal: stop });
    }
    const held = epoch;
    // One that fails is tried again long before the lease runs out.
    const renew = () => leases.renew(blobRemovalLease, holder, held, leaseMs).catch(() => false);
    const renewing = setInterval(() => void renew(), renewMs);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await leases.release(blobRemovalLease, holder, held);
    }
  } finally {
    await client.close();
  }
}
