import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../operation/command.ts';
import { isThere } from '../operation/installedStores.ts';

/** Raised with every change that an older restore could not read. */
export const backupFormat = 1;
const manifestName = 'manifest.json';
/** The ending of a backup that is being made, or was broken off. */
export const unfinishedEnding = '.unfinished';
/** Lists the blobs of a backup, a name and a size in bytes a line. */
export const blobListName = 'blobs.list';

export type BackedUpFile = { path: string; size: number; sha256: string };

/** What a backup says of itself. It is written last: without it a backup is not whole. */
export type BackupManifest = {
  format: number;
  productVersion: string;
  /** ISO, UTC. All that was recorded before the first is in the backup, and little of what came after. */
  startedAt: string;
  finishedAt: string;
  events: number;
  documents: number;
  blobs: { count: number; bytes: number };
  /** `included`; `left out` on request; `elsewhere` when ASSAY_MASTER_KEY gave it. */
  masterKey: 'included' | 'left out' | 'elsewhere';
  /** Keys that were erased by then, and are not brought back by an older backup beside this one. */
  erasedKeys: string[];
  /** All but the blobs, whose names are their hashes. */
  files: BackedUpFile[];
};

export type Backup = { folder: string; manifest: BackupManifest };

export function manifestPath(folder: string): string {
  return join(folder, manifestName);
}

/** @returns null when the folder holds no manifest. */
async function readManifest(folder: string): Promise<BackupManifest | null> {
  if (!(await isThere(manifestPath(folder)))) return null;
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(await readFile(manifestPath(folder), 'utf8')) as BackupManifest;
  } catch {
    throw new CommandError(`${manifestPath(folder)} cannot be read: this backup is damaged.`);
  }
  if (manifest.format > backupFormat) {
    throw new CommandError(
      `The backup ${folder} was made by a newer version (${manifest.productVersion}). Use that version to restore it.`,
    );
  }
  return manifest;
}

/** @returns the whole backups in a folder, oldest first. Their names are their times. */
export async function backupsIn(tree: string): Promise<Backup[]> {
  const names = (await readdir(tree, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: Backup[] = [];
  for (const { name } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (name.endsWith(unfinishedEnding)) continue;
    const folder = join(tree, name);
    const manifest = await readManifest(folder);
    if (manifest) found.push({ folder, manifest });
  }
  return found;
}

/**
 * @param from a backup, or a folder of backups, of which the newest is meant
 * @throws CommandError when there is none, or it was not finished
 */
export async function findBackup(from: string): Promise<Backup> {
  if (!(await isThere(from))) throw new CommandError(`There is no folder ${from}.`);
  const manifest = await readManifest(from);
  if (manifest) return { folder: from, manifest };
  if (from.endsWith(unfinishedEnding) || (await isThere(join(from, 'eventstore')))) {
    throw new CommandError(`The backup ${from} was not finished: it is not whole and cannot be restored.`);
  }
  const newest = (await backupsIn(from)).at(-1);
  if (newest) return newest;
  const unfinished = (await readdir(from)).filter((name) => name.endsWith(unfinishedEnding));
  throw new CommandError(
    unfinished.length > 0
      ? `In ${from} there is no whole backup, only ${unfinished.length} that was not finished: ${unfinished.join(', ')}.`
      : `There is no backup in ${from}.`,
  );
}
