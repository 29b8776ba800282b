import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const tries = 12;
const stepMs = 50;

/**
 * Does something to files that another process may hold open for a moment: a virus scanner that looks at what is new, a
 * test process on its way out. Windows refuses it for so long.
 *
 * @throws what the work throws, after three seconds of trying where it is such a refusal.
 */
export async function onceLetGo<Result>(
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

/** Takes a folder away with all that is in it, or finds it gone. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: tries, retryDelay: stepMs });
}
