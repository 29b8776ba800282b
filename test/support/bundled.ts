import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleProcesses } from '../../packages/launcher/bundle.mjs';

const bundles = join(import.meta.dirname, '../../node_modules/.cache/assay-tests');

/**
 * A script of ours as it is now, made one file as the build makes it: a process of it is there in a fraction of the time
 * that one of the sources takes.
 *
 * @param source relative to the checkout
 * @returns what Node has to be given to run it
 */
export async function bundled(source: string): Promise<string> {
  const name = basename(source, '.ts');
  // Below node_modules, from where npm packages are found.
  mkdirSync(bundles, { recursive: true });
  const making = mkdtempSync(join(bundles, 'making-'));
  await bundleProcesses({ entryPoints: { [name]: source }, outdir: making });
  const hash = createHash('sha256').update(readFileSync(join(making, `${name}.js`)));
  const made = join(bundles, `${name}-${hash.digest('hex').slice(0, 16)}`);
  try {
    renameSync(making, made);
  } catch {
    // It is there already, and the same.
    rmSync(making, { recursive: true });
  }
  return join(made, `${name}.js`);
}
