import { mkdir } from 'node:fs/promises';
import { Catalog } from '../storage/catalog.ts';
import { writeFormat } from '../storage/formatVersion.ts';
import { dataFile, flushFile, requireEmpty, withReadOnly } from './dataFolder.ts';

/**
 * Copies a store as it stands at one moment, compacted, into an empty folder that a server can be started on as it is.
 * The server may be at work meanwhile: the copy reads from one snapshot beside it. FORMAT is written last, so that
 * a copy that was broken off is not taken for one. Rejects with a StartError: NO_DATA, TARGET_NOT_EMPTY.
 * @returns how many documents the copy holds and the size of its file in bytes
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
