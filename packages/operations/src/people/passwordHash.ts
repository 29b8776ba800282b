import { FairSemaphore } from '@assay/concurrency';
import { hash, verify } from '@node-rs/argon2';
import { OperationsError } from '../operationsError.ts';

/**
 * argon2id at the strength first recommended by the OWASP password storage cheat sheet: 19 MiB, two passes, one lane.
 * (`hash` makes argon2id when no algorithm is named.)
 */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2 runs on libuv's pool of four threads, which also does file I/O. Two at a time leave room, so that a flood of
 * sign-ins only slows down sign-ins.
 */
const permits = new FairSemaphore(2);
/** Some seconds of work: requests beyond it are refused at once. */
const maxWaiting = 64;

async function withPermit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (permits.waiting >= maxWaiting) throw new OperationsError('credentials.busy', 'Too many passwords are checked.');
  return permits.run('passwords', work);
}

/**
 * @returns the argon2id hash with its parameters and salt, as PHC text.
 * @throws OperationsError `credentials.busy` while too many others wait
 */
export function hashPassword(password: string): Promise<string> {
  return withPermit(() => hash(password, strength));
}

/**
 * @returns whether the password is the one that was hashed.
 * @throws OperationsError `credentials.busy` while too many others wait
 */
export function passwordFits(hashed: string, password: string): Promise<boolean> {
  return withPermit(() => verify(hashed, password));
}
