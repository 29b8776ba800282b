// Installs what package-lock.json lists, if it is missing: for a start what it needs, for everything else all of it.
// Uses Node and npm only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const oldestNode = [20, 19];

/** Ends the process with a message when this Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Assay needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** @typedef {'start' | 'everything'} Scope what a start needs (`dependencies`), or development as well */

/** Present while packages are added to an installation. A package may be incomplete if that was interrupted. */
const unfinished = (root) => join(root, 'node_modules', '.unfinished');

/** What npm has recorded of its last installation; null if there is none, or if it was interrupted. */
function readInstalled(root) {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted) || existsSync(unfinished(root))) return null;
  return JSON.parse(readFileSync(noted, 'utf8')).packages;
}

/**
 * Whether node_modules matches package-lock.json, no matter how it was installed.
 * @param {string} root the folder of both
 * @param {Scope} scope
 */
export function isInstalled(root, scope) {
  const installed = readInstalled(root);
  if (!installed) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([path, { version, optional, link, dev }]) => {
    // The root and our own packages are not installed, but linked.
    if (!path.includes('node_modules/')) return true;
    if (dev && scope === 'start') return true;
    if (link) return path in installed;
    // An optional package may be for another platform.
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

/**
 * The arguments of npm that complete an installation.
 *
 * `npm ci` removes node_modules first, so it is used only where there is no usable installation. Otherwise packages are
 * added, because a running Assay uses those that exist, and are never removed: a start leaves development complete.
 * @param {string} root
 * @param {Scope} scope
 */
export function installArguments(root, scope) {
  const installed = readInstalled(root);
  const isForDevelopment = installed !== null && Object.values(installed).some(({ dev }) => dev);
  // Explicit, because npm leaves out development where NODE_ENV is production.
  const included = scope === 'start' && !isForDevelopment ? '--omit=dev' : '--include=dev';
  return installed ? ['install', '--no-save', included] : ['ci', included];
}

function runNpm(args) {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const { status, stderr, error } = spawnSync(command, [...first, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: !npm && process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`npm ${args[0]} failed.\n${error?.message ?? stderr}`);
  process.exit(1);
}

/**
 * Installs what is missing, with a message. Ends the process if that fails.
 * @param {Scope} scope
 */
export function installMissing(scope) {
  if (isInstalled(root, scope)) return;
  console.log('Installing packages …');
  const began = performance.now();
  const args = installArguments(root, scope);
  const isAddition = args[0] === 'install';
  if (isAddition) writeFileSync(unfinished(root), '');
  runNpm(args);
  if (isAddition) rmSync(unfinished(root));
  console.log(`Installed (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
