import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const tries = 12;
const stepMs = 50;

/**
 * Retries work on files that another process may briefly hold open, such as a virus scanner or a test process that is
 * ending. Windows refuses access meanwhile.
 * @throws the error of the work; a refusal of this kind after three seconds of retries.
 */
export async function retryWhileHeld<Result>(
  work: () => Promise<Result>,
  platform: NodeJS.Platform = process.platform,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const held = code === 'EBUSY' || code === 'EPERM' || code === 'EACCES';
      if (platform !== 'win32' || !held || tried === tries) throw error;
      await sleep(tried * stepMs);
    }
  }
}

/** Removes a folder with everything in it, if it exists. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: tries, retryDelay: stepMs });
}
