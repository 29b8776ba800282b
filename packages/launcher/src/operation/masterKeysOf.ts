import { join } from 'node:path';
import { loadMasterKeys, masterKeyFile } from '@assay/operations';
import { CommandError } from './command.ts';
import { isThere } from './isThere.ts';

/**
 * @returns the master keys of an existing installation: one, or two while it is replaced
 * @throws CommandError when there is none: only the installation itself creates one
 */
export async function masterKeysOf(dataDir: string): Promise<Buffer[]> {
  const file = join(dataDir, masterKeyFile);
  if (!process.env.ASSAY_MASTER_KEY && !(await isThere(file))) {
    throw new CommandError(`The master key is missing: set ASSAY_MASTER_KEY, or restore the file ${file}.`);
  }
  return loadMasterKeys(dataDir);
}
