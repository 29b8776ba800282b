/** MongoDB's OutOfDiskSpace, and what the system says of a disk or a quota. */
const codes: readonly unknown[] = [14031, 'ENOSPC', 'EDQUOT'];
/** The event store's text: its client drops the code of an append that was refused (gRPC's RESOURCE_EXHAUSTED). */
const text = /the disk .*is full/i;

/** @returns whether something was not written for lack of space: by a store, or as a file of this process */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return codes.includes(code) || text.test(error.message) || isDiskFull(error.cause);
}
