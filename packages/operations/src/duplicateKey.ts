import { MongoBulkWriteError, MongoServerError } from 'mongodb';

const duplicateKey = 11000;

/** @returns whether the store refused a write because of a duplicate key. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/**
 * Awaits an insert, leaving rows that already exist as they are.
 * @throws any other error, even if only some of the rows failed with it.
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
