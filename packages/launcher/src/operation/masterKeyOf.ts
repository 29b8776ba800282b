import { join } from 'node:path';
import { loadMasterKey } from '@assay/operations';
import { CommandError } from './command.ts';
import { isThere } from './installedStores.ts';

/** The master key's file in the data folder, where ASSAY_MASTER_KEY does not give it. */
export const masterKeyFile = 'master.key';

/**
 * @returns the master key of an installation that exists
 * @throws CommandError when there is none: a command beside an installation never makes one
 */
export async function masterKeyOf(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, masterKeyFile);
  if (!process.env.ASSAY_MASTER_KEY && !(await isThere(file))) {
    throw new CommandError(`The master key is missing: set ASSAY_MASTER_KEY, or put it back as ${file}.`);
  }
  return loadMasterKey(dataDir);
}
