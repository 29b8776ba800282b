import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationsError } from '../operationsError.ts';

/** Says in a folder of blobs where they have gone. */
const fileName = 'moved-to';

/** Notes in a folder that its blobs move into a bucket, before the first of them does. */
export async function noteMove(folder: string, shownBucket: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, fileName), `${shownBucket}\n`);
}

/** @throws OperationsError `blobs.moved` when the blobs of a folder are in a bucket */
export async function requireNotMoved(folder: string): Promise<void> {
  const path = join(folder, fileName);
  const bucket = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bucket === null) return;
  throw new OperationsError(
    'blobs.moved',
    `The blobs of ${folder} were moved to ${bucket.trim()}: set ASSAY_BLOBS_URL. If they are files again, delete ${path}.`,
  );
}
