import { abortableSleep } from '@assay/concurrency';
import type { Logger } from 'pino';
import { freeDiskSpace, shortageOf } from './diskSpace.ts';

/** 512 MiB: a checkout with its packages, and the files that tests leave behind. */
export const defaultMinFreeDisk = 512 * 1024 * 1024;
const lookAgainMs = 2_000;

/**
 * Waits until enough disk space is free. A unit started on a full disk would only fail, and another agent may have
 * space.
 * @param minBytes free bytes to wait for, with the files that follow from them
 * @param signal ends the wait
 */
export async function waitForDiskSpace(
  folder: string,
  minBytes: number,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (let told = false; !signal.aborted; told = true) {
    try {
      const free = await freeDiskSpace(folder);
      if (shortageOf(free, minBytes) === null) return;
      if (!told) logger.warn({ folder, free, minBytes }, 'the disk is too full to take work; free some space');
    } catch (error) {
      // A disk of the network may be away for a while.
      if (!told) logger.error({ err: error, folder }, 'no work is taken until the disk can be read');
    }
    await abortableSleep(lookAgainMs, signal);
  }
}
