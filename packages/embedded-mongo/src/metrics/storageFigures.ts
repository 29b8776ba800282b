import type { Environment } from '../storage/environment.ts';

export type StorageFigures = {
  /** The size of the data file. */
  fileBytes: number;
  /** Free pages in it, which are reused. */
  freeBytes: number;
  /** Open snapshots; the oldest one keeps pages from being reused. */
  readers: number;
};

/** LMDB's figures for its file. The page cache of the operating system is its only cache. */
export function storageFigures({ root }: Environment): StorageFigures {
  const stats = new Map<string, unknown>(Object.entries(root.getStats()));
  const pageSize = numberOf(stats.get('pageSize'));
  const free = stats.get('free');
  const freePages = typeof free === 'object' && free !== null ? new Map<string, unknown>(Object.entries(free)) : stats;
  return {
    fileBytes: (numberOf(stats.get('lastPageNumber')) + 1) * pageSize,
    freeBytes: numberOf(freePages.get('entryCount')) * pageSize,
    readers: numberOf(stats.get('numReaders')),
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
