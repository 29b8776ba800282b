import { rm } from 'node:fs/promises';
import { retry } from '@assay/concurrency';

const tries = 12;
const stepMs = 50;

/**
 * Retries work on files that another process may briefly hold open, such as a virus scanner or a test process that is
 * ending. Windows refuses access meanwhile.
 * @throws the error of the work; a refusal of this kind after three seconds of retries.
 */
export function retryWhileHeld<Result>(
  work: () => Promise<Result>,
  platform: NodeJS.Platform = process.platform,
): Promise<Result> {
  const shouldRetry = (error: unknown, tried: number) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const held = code === 'EBUSY' || code === 'EPERM' || code === 'EACCES';
    return platform === 'win32' && held && tried < tries;
  };
  return retry(work, { shouldRetry, delayMs: (tried) => tried * stepMs });
}

/** Removes a folder with everything in it, if it exists. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: tries, retryDelay: stepMs });
}
