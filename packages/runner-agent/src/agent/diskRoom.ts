import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { freeDiskSpace } from './freeDiskSpace.ts';

/** 512 MiB: a checkout with its packages, and what tests leave behind. */
export const defaultLeastFreeDisk = 512 * 1024 * 1024;
const lookAgainMs = 2_000;

/**
 * Waits until so much is free. A unit that was begun on a full disk would only fail, and another agent may have room.
 * @param least bytes
 * @param signal ends the waiting
 */
export async function diskRoom(folder: string, least: number, logger: Logger, signal: AbortSignal): Promise<void> {
  for (let told = false; !signal.aborted; told = true) {
    const free = await freeDiskSpace(folder);
    if (free >= least) return;
    if (!told) logger.warn({ folder, free, least }, 'the disk is too full to take work; make room there');
    await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
  }
}
