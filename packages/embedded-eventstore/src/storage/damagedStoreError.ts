/** What the disk returned is not what was written: this must be reported, never served or skipped. */
export class DamagedStoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DamagedStoreError';
  }
}

/** LMDB's error codes for a file that is not as it left it (lmdb.h, "Return Codes"). */
const lmdbDamage = new Set([-30797, -30796, -30795, -30793]);

/** Whether an error means that the disk did not return what was written. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedStoreError) return true;
  return error instanceof Error && 'code' in error && lmdbDamage.has(Number(error.code));
}

/** What to do about a damaged store. */
export const wayBack = (dataDir: string) =>
  `Stop its server, move the folder ${dataDir} aside (do not delete it), put the last backup that verifies in its place, and start again.`;
