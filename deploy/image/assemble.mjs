// Puts together what the container image has of Assay: the built processes, and of node_modules only what they load from
// there. `node deploy/image/assemble.mjs FOLDER`, after `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staysOutside } from '../../packages/launcher/bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Bundles for machines that have only Node, which are served from the web client's folder, and leftovers of tests. */
const isOfImage = (path) => {
  const name = basename(path);
  return !/^(forTests|agentAlone\.js|cli\.js|agent\.tgz|built\.json)$/.test(name) && !name.endsWith('.cache');
};

/** @returns the folders, relative to the checkout, of these packages and of everything that they depend on */
function foldersOf(packages) {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (name, from) => {
    // Node looks in the package's own node_modules first, then in those of the folders around it.
    const inside = [...from.matchAll(/node_modules\/(?:@[^/]+\/)?[^/]+/g)].map(({ index, 0: part }) =>
      from.slice(0, index + part.length),
    );
    const places = [...inside.reverse().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
    const folder = places.find((place) => place in locked);
    // Optional ones are for other platforms where they are not installed.
    if (!folder || found.has(folder) || !existsSync(join(root, folder))) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = locked[folder];
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(each, folder);
  };
  for (const name of packages) visit(name, '');
  return found;
}

function assemble(folder) {
  mkdirSync(folder, { recursive: true });
  const take = (path, filter) => cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  take('package.json');
  take('LICENSE');
  take('dist', isOfImage);
  take('packages/web/dist');
  take('packages/runner-agent/reporters');
  take('samples');
  for (const path of foldersOf(staysOutside)) {
    take(path, (source) => source === join(root, path) || basename(source) !== 'node_modules');
  }
  // The agent as other machines get it.
  mkdirSync(join(folder, 'agent'), { recursive: true });
  execFileSync('tar', ['-xzf', join(root, 'dist/agent.tgz'), '--strip-components=1', '-C', join(folder, 'agent')]);
  for (const name of ['start.mjs', 'isAlive.mjs']) cpSync(join(root, 'deploy/image', name), join(folder, name));
}

const [target] = process.argv.slice(2);
if (!target) {
  console.error('Usage: node deploy/image/assemble.mjs FOLDER');
  process.exit(2);
}
assemble(resolve(target));
