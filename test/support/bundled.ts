import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { bundleProcesses } from '../../packages/launcher/bundle.mjs';

const root = join(import.meta.dirname, '../..');
/** Below node_modules, so that npm packages are found. */
const bundles = join(root, 'node_modules/.cache/assay-tests');

const wayOfBundling = ['bundle.mjs', 'packagesApart.mjs', 'loadPackages.cjs'].map(
  (name) => `packages/launcher/${name}`,
);

/** The files that a bundle was made from, with their state at the time. */
type Made = { file: string; inputs: Record<string, string> };

/**
 * A script of ours, bundled as the build does it: it starts in a fraction of the time that the sources take. It is
 * bundled again only when one of its files, or the way of bundling, has changed.
 *
 * @param source relative to the checkout
 * @returns Node's arguments to run it
 */
export async function bundled(source: string): Promise<string> {
  mkdirSync(bundles, { recursive: true });
  const record = join(bundles, `${source.replaceAll('/', '-')}.json`);
  const known = madeBefore(record);
  if (known) return known.file;

  const name = basename(source, '.ts');
  const making = mkdtempSync(join(bundles, 'making-'));
  const paths = await bundleProcesses({ entryPoints: { [name]: source }, outdir: making });
  const hash = createHash('sha256');
  for (const file of readdirSync(making).sort()) hash.update(readFileSync(join(making, file)));
  const folder = join(bundles, `${name}-${hash.digest('hex').slice(0, 16)}`);
  try {
    renameSync(making, folder);
  } catch {
    // It exists already, unchanged.
    rmSync(making, { recursive: true });
  }
  const made: Made = {
    file: join(folder, `${name}.js`),
    inputs: Object.fromEntries([...paths, 'package-lock.json', ...wayOfBundling].map((path) => [path, stateOf(path)])),
  };
  // Another worker may write or read the same.
  const writing = `${record}-${process.pid}`;
  writeFileSync(writing, JSON.stringify(made));
  renameSync(writing, record);
  return made.file;
}

/** @returns null when there is no bundle yet, or its files have changed since. */
function madeBefore(record: string): Made | null {
  if (!existsSync(record)) return null;
  const made = JSON.parse(readFileSync(record, 'utf8')) as Made;
  const holds = Object.entries(made.inputs).every(([path, state]) => stateOf(path) === state);
  return holds && existsSync(made.file) ? made : null;
}

function stateOf(path: string): string {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : 'gone';
}
