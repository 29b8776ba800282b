import { join } from 'node:path';
import { loadMasterKey } from '@assay/operations';
import { CommandError } from './command.ts';
import { isThere } from './isThere.ts';

/** The master key's file in the data folder, unless ASSAY_MASTER_KEY provides the key. */
export const masterKeyFile = 'master.key';

/**
 * @returns the master key of an existing installation
 * @throws CommandError when there is none: only the installation itself creates one
 */
export async function masterKeyOf(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, masterKeyFile);
  if (!process.env.ASSAY_MASTER_KEY && !(await isThere(file))) {
    throw new CommandError(`The master key is missing: set ASSAY_MASTER_KEY, or restore the file ${file}.`);
  }
  return loadMasterKey(dataDir);
}
