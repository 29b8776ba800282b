import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Has an SSH key in a file that only this user can read, while something is done with it.
 * @param key as ssh reads it; null: there is none, and no file
 */
export async function withKeyFile<Result>(
  key: string | null,
  work: (keyFile: string | null) => Promise<Result>,
): Promise<Result> {
  if (key === null) return work(null);
  const folder = await mkdtemp(join(tmpdir(), 'assay-key-'));
  try {
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, key, { mode: 0o600 });
    return await work(keyFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
