import { mkdir } from 'node:fs/promises';
import { Catalog } from '../storage/catalog.ts';
import { writeFormat } from '../storage/formatVersion.ts';
import { dataFile, flushFile, requireEmpty, withReadOnly } from './dataFolder.ts';

/**
 * Copies a store as it is at one moment, compacted, into an empty folder that a server can be started on. The server
 * may keep running: the copy reads from a snapshot. FORMAT is written last, so that an interrupted copy is not mistaken
 * for a complete one. Rejects with a StartError: NO_DATA, TARGET_NOT_EMPTY.
 * @returns the number of documents in the copy and the size of its file in bytes
 */
export async function backupMongo({
  dataDir,
  to,
}: {
  dataDir: string;
  to: string;
}): Promise<{ documents: number; bytes: number }> {
  return withReadOnly(dataDir, async (source) => {
    await mkdir(to, { recursive: true });
    await requireEmpty(to);
    await source.root.backup(to, true);
    const bytes = await flushFile(to, dataFile);
    await writeFormat(to);
    const documents = await withReadOnly(to, async (copy) =>
      new Catalog(copy).all().reduce((sum, collection) => sum + collection.count, 0),
    );
    return { documents, bytes };
  });
}
