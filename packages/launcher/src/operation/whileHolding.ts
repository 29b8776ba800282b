import { setTimeout as delay } from 'node:timers/promises';
import { openMongoClient, openProcessLeases, operationsDatabase, whileLeased } from '@assay/operations';

/** Renewed four times as often; what a killed command held lapses. */
const leaseMs = 20_000;
const askAgainMs = 250;

/**
 * Does something while others hold back: a backup copies the event log first, and what that names has to be there when
 * blobs are copied, and its master key when the key is.
 * @param names the leases, always in the same order
 */
export async function whileHolding<Result>(
  mongoUrl: string,
  [name, ...others]: readonly string[],
  { stop, progress }: { stop: AbortSignal; progress: (line: string) => void },
  work: () => Promise<Result>,
): Promise<Result> {
  if (name === undefined) return work();
  const client = openMongoClient(mongoUrl);
  try {
    const leases = openProcessLeases(client.db(operationsDatabase), () => new Date());
    const lease = { name, holder: `command-${process.pid}`, leaseMs };
    for (;;) {
      const done = await whileLeased(leases, lease, () => whileHolding(mongoUrl, others, { stop, progress }, work));
      if (done !== null) return done.result;
      progress('waiting for another command or process to end its work');
      await delay(askAgainMs, undefined, { signal: stop });
    }
  } finally {
    await client.close();
  }
}
