// Installs what package-lock.json lists, if it is missing. Needs only Node and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/**
 * Whether node_modules matches package-lock.json, whoever installed it: npm records what it installs.
 * @param {string} root the folder of both
 */
export function isInstalled(root) {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(noted, 'utf8'));
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    // The root and our own packages are not installed, but linked.
    if (!path.includes('node_modules/')) return true;
    if (link) return path in installed;
    // An optional package may be for another platform.
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

/** @param say called once, before a long installation */
export function installMissing(say) {
  if (isInstalled(root)) return;
  say();
  const npm = process.env.npm_execpath;
  const [command, args] = npm
    ? [process.execPath, [npm, 'ci']]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci']];
  const { status, stderr, error } = spawnSync(command, [...args, '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: !npm && process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`npm ci failed.\n${error?.message ?? stderr}`);
  process.exit(1);
}
