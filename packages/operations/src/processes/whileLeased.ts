import type { ProcessLeases } from './processLeases.ts';

/** `leaseMs`: how long a killed holder keeps others waiting. The lease is renewed four times as often. */
export type LeasedWork = { name: string; holder: string; leaseMs: number };

/**
 * Does something that only one process may do at a time, however long it takes.
 * @returns what `work` returned; null where somebody else has the lease and nothing was done
 */
export async function whileLeased<Result>(
  leases: ProcessLeases,
  { name, holder, leaseMs }: LeasedWork,
  work: () => Promise<Result>,
): Promise<{ result: Result } | null> {
  const epoch = await leases.acquire(name, holder, leaseMs);
  if (epoch === null) return null;
  // One that fails is tried again long before the lease runs out.
  const renew = () => leases.renew(name, holder, epoch, leaseMs).catch(() => false);
  const renewing = setInterval(() => void renew(), leaseMs / 4);
  try {
    return { result: await work() };
  } finally {
    clearInterval(renewing);
    await leases.release(name, holder, epoch);
  }
}
