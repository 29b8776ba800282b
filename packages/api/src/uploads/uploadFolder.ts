import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '@assay/contract';
import type { Api } from '../api.ts';

const abandonedAfterMs = 24 * 3_600_000;

/**
 * Provides a folder for one upload and removes it afterwards, whatever happens. Folders left by killed processes are
 * removed after a day.
 * @throws ApiError 429 while the account has too many uploads in progress
 */
export async function inUploadFolder<Result>(
  { config: { dataDir }, uploadSlots }: Pick<Api, 'config' | 'uploadSlots'>,
  { accountId, id }: { accountId: AccountId; id: string },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const end = uploadSlots.take(accountId);
  try {
    return await inFolder(dataDir, id, work);
  } finally {
    end();
  }
}

async function inFolder<Result>(
  dataDir: string,
  id: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const uploads = join(dataDir, 'uploads');
  const folder = join(uploads, id);
  await mkdir(folder, { recursive: true });
  await dropAbandoned(uploads);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function dropAbandoned(uploads: string): Promise<void> {
  for (const name of await readdir(uploads)) {
    const folder = join(uploads, name);
    // Another upload may be removing its folder right now.
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
