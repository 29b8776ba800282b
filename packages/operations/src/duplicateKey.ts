import { MongoBulkWriteError, MongoServerError } from 'mongodb';

const duplicateKey = 11000;

/** @returns whether the store refused a write because a row with the same unique key is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/**
 * Waits for an insert whose rows may be there already. Rows that are there are left as they are.
 * @throws whatever else went wrong, also when only some of the rows failed for another reason.
 */
export async function ignoringDuplicates(insert: Promise<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (error instanceof MongoBulkWriteError) {
      const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
      if (failures.length > 0 && failures.every((failure) => failure.code === duplicateKey)) return;
    } else if (isDuplicateKey(error)) return;
    throw error;
  }
}
