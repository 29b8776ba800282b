import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns a new folder for the data of a store: in memory where `npm test` has found room there, or else on disk. */
export const storesFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env.ASSAY_TEST_STORES ?? tmpdir(), prefix));
