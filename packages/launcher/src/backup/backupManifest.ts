import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../operation/command.ts';
import { isThere } from '../operation/isThere.ts';

/** Increased with every change that an older restore could not read. */
export const backupFormat = 1;
const manifestName = 'manifest.json';
/** The suffix of a backup that is unfinished. */
export const unfinishedEnding = '.unfinished';
/** Lists the blobs of a backup, one name and size in bytes per line. */
export const blobListName = 'blobs.list';

export type BackedUpFile = { path: string; size: number; sha256: string };

/** The description of a backup. It is written last: without it a backup is incomplete. */
export type BackupManifest = {
  format: number;
  productVersion: string;
  /** ISO, UTC. The backup has everything recorded before `startedAt`, and little of what came later. */
  startedAt: string;
  finishedAt: string;
  events: number;
  documents: number;
  blobs: { count: number; bytes: number };
  /** `included`; `left out` on request; `elsewhere` when ASSAY_MASTER_KEY provided it. */
  masterKey: 'included' | 'left out' | 'elsewhere';
  /** Keys that were erased by then; restoring an older backup beside this one does not bring them back. */
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

/** @returns the complete backups in a folder, oldest first. Their names are their times. */
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
 * @param from a backup, or a folder of backups, whose newest is used
 * @throws CommandError when there is none, or it is unfinished
 */
export async function findBackup(from: string): Promise<Backup> {
  if (!(await isThere(from))) throw new CommandError(`There is no folder ${from}.`);
  const manifest = await readManifest(from);
  if (manifest) return { folder: from, manifest };
  if (from.endsWith(unfinishedEnding) || (await isThere(join(from, 'eventstore')))) {
    throw new CommandError(`The backup ${from} was not finished: it is incomplete and cannot be restored.`);
  }
  const newest = (await backupsIn(from)).at(-1);
  if (newest) return newest;
  const unfinished = (await readdir(from)).filter((name) => name.endsWith(unfinishedEnding));
  throw new CommandError(
    unfinished.length > 0
      ? `In ${from} there is no complete backup, only ${unfinished.length} unfinished: ${unfinished.join(', ')}.`
      : `There is no backup in ${from}.`,
  );
}
