import { MongoError, mongoError } from '../errors/mongoError.ts';

/** Advice for the person who meets a damaged file. */
export const damageAdvice =
  'The data file is damaged: stop the server, set its folder aside and put the last backup (a folder made by --backup) in its place; --verify tells what the damage has reached.';

/** LMDB's errors for corrupted pages. */
const lmdbDamage = /MDB_(CORRUPTED|PAGE_NOTFOUND|PANIC|INVALID|VERSION_MISMATCH|CURSOR_FULL|PAGE_FULL)/;

/** DataCorruptionDetected with the advice. */
export function damaged(what: string): MongoError {
  return mongoError('DataCorruptionDetected', `${what}. ${damageAdvice}`);
}

/** The same for an error that indicates damage; undefined for any other. */
export function damageIn(error: unknown): MongoError | undefined {
  if (error instanceof MongoError) return error.codeName === 'DataCorruptionDetected' ? error : undefined;
  const text = error instanceof Error ? error.message : String(error);
  return lmdbDamage.test(text) ? damaged(text) : undefined;
}
