import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type LastBackup = { folder: string; at: string };

const pathIn = (dataDir: string) => join(dataDir, 'last-backup.json');

export async function noteBackup(dataDir: string, folder: string, now: Date): Promise<void> {
  const last: LastBackup = { folder, at: now.toISOString() };
  await writeFile(pathIn(dataDir), `${JSON.stringify(last, null, 2)}\n`);
}

/** @returns a sentence on how to restore the last backup of an installation. */
export async function wayToLastBackup(dataDir: string): Promise<string> {
  try {
    const { folder, at } = JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as LastBackup;
    return `The last backup is of ${at}: npm run restore -- --from ${folder} --replace`;
  } catch {
    // If the note is unreadable in any way, no backup is known here.
    return 'No backup of this data folder is known here; with one: npm run restore -- --from FOLDER --replace';
  }
}
