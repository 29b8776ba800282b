import { randomUUID } from 'node:crypto';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobId } from '@assay/contract';
import { Disk } from 'flydrive';
import { type BlobStore, hiddenKeyOf, incoming, isBlobId, keyOf, type ListedBlob, outOfSight } from './blobStore.ts';
import { DurableFsDriver } from './durableFsDriver.ts';

/** Blobs as files in a folder of this machine, which is created when something is stored. */
export function openFileBlobStore(folder: string): BlobStore {
  const driver = new DurableFsDriver(folder);
  const disk = new Disk(driver);
  const has = (blobId: BlobId) => disk.exists(keyOf(blobId));

  /** Writes a blob under a temporary name and renames it when complete. */
  async function arrive(blobId: BlobId, write: (passingName: string) => Promise<void>): Promise<void> {
    const passingName = `${incoming}/${randomUUID()}`;
    try {
      await write(passingName);
      // An existing blob was complete when it got its name. It is not replaced, because Windows cannot replace open
      // files.
      if (await has(blobId)) await disk.delete(passingName);
      else await disk.move(passingName, keyOf(blobId));
    } catch (error) {
      await disk.delete(passingName);
      throw error;
    }
  }

  return {
    sizeOf: async (blobId) => ((await has(blobId)) ? (await disk.getMetaData(keyOf(blobId))).contentLength : null),

    stream: async (blobId, bytes) => {
      if (!(await has(blobId))) return null;
      return bytes ? driver.getPiece(keyOf(blobId), bytes) : disk.getStream(keyOf(blobId));
    },

    put: async (blobId, content) => {
      if (!(await has(blobId))) await arrive(blobId, (passingName) => disk.put(passingName, content));
    },

    putStream: (blobId, content, _limit, check) =>
      arrive(blobId, async (passingName) => {
        await disk.putStream(passingName, content);
        check();
      }),

    hide: async (blobId) => {
      // With both there, the content was stored again meanwhile, and one of them is enough.
      if (await has(blobId)) await driver.rename(keyOf(blobId), hiddenKeyOf(blobId));
    },

    unhide: async (blobId) => {
      if (await has(blobId)) await disk.delete(hiddenKeyOf(blobId));
      else if (await disk.exists(hiddenKeyOf(blobId))) await driver.rename(hiddenKeyOf(blobId), keyOf(blobId));
    },

    deleteHidden: (blobId) => disk.delete(hiddenKeyOf(blobId)),

    hidden: async () => {
      const { objects } = await disk.listAll(outOfSight);
      return [...objects].flatMap(({ name }) => (isBlobId(name) ? name : []));
    },

    list: () => filesIn(folder),

    dropAbandoned: async (before) => {
      const { objects } = await disk.listAll(incoming);
      for (const file of objects) {
        if (!file.isFile) continue;
        const { lastModified } = await disk.getMetaData(file.key);
        if (lastModified < before) await disk.delete(file.key);
      }
    },

    close: async () => undefined,
  };
}

async function* filesIn(folder: string): AsyncGenerator<ListedBlob> {
  let groups: string[];
  try {
    groups = (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  for (const group of groups) {
    for await (const { name } of await opendir(join(folder, group))) {
      if (isBlobId(name)) yield { blobId: name, size: (await stat(join(folder, group, name))).size };
    }
  }
}
