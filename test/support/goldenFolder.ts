import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storesFolder } from './storesFolder.ts';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * A data folder that takes long to fill: the first spec of a test run fills it, all others start from a copy.
 * @param content what `fill` puts in, by which the folder is found again
 * @returns a folder of the caller's own
 */
export async function copyOfGoldenFolder(content: unknown, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = await storesFolder('assay-');
  const { ASSAY_TEST_GOLDEN: shared } = process.env;
  if (shared === undefined) {
    await fill(folder);
    return folder;
  }
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  const golden = join(shared, hash);
  if (!(await exists(golden))) {
    await mkdir(shared, { recursive: true });
    const making = await mkdtemp(`${golden}-`);
    await fill(making);
    // Another worker may have been faster; its folder has the same content.
    await rename(making, golden).catch(() => rm(making, { recursive: true }));
  }
  await cp(golden, folder, { recursive: true });
  return folder;
}
