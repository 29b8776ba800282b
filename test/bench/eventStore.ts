import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureReads } from './eventStoreReads.ts';
import { measureManyStreams } from './eventStoreSize.ts';
import { measureWrites } from './eventStoreWrites.ts';
import type { Figure } from './figures.ts';

/** The embedded event store alone, each figure beside raw LMDB with the same bytes and the same durability. */
export async function measureEventStore(say: (line: string) => void): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-eventstore-'));
  try {
    say('eventstore: writes');
    const writes = await measureWrites(join(folder, 'writes'));
    say('eventstore: reads');
    const reads = await measureReads(join(folder, 'writes'));
    say('eventstore: a million streams');
    const size = await measureManyStreams(join(folder, 'many'));
    return [...writes, ...reads, ...size];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
