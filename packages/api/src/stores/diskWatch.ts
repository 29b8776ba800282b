import { statfs } from 'node:fs/promises';

/** What the service needs for what it has begun: indexes of stores grow by pieces, uploads are unpacked. */
const neededBytes = 64 * 1024 * 1024;
/** A store may be on another disk; its refusals are the only sign of that disk's state. */
const refusalCountsMs = 10_000;

export type DiskState = { status: 'ok' | 'full' /** Null: unknown. */; freeBytes: number | null };

export type DiskWatch = {
  /** A write was refused for lack of space. */
  refused(): void;
  look(): Promise<DiskState>;
};

async function freeBytesOf(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found && found.bavail * found.bsize;
}

/** Knows whether there is space to write: by the disk of the data folder, and by the latest refusals. */
export function watchDisk(folder: string, now: () => number = () => performance.now()): DiskWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    refused: () => {
      refusedAt = now();
    },
    look: async () => {
      const freeBytes = await freeBytesOf(folder);
      const isFull = (freeBytes !== null && freeBytes < neededBytes) || now() - refusedAt < refusalCountsMs;
      return { status: isFull ? 'full' : 'ok', freeBytes };
    },
  };
}
