// Installs what package-lock.json names, when it is not there yet. Needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const stamp = join(root, 'node_modules', '.installed-from');
const oldestNode = [20, 19];

/** Ends the process with a sentence when this Node is too old to run anything here. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Assay needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** @param say called once, before an installation that takes a while */
export function installMissing(say) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
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
  if (status !== 0) {
    console.error(`npm ci failed.\n${error?.message ?? stderr}`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
