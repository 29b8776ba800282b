// Formats sources that a script writes, with the project's formatter and lint fixes.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const biome = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/@biomejs/biome/bin/biome');

/**
 * @param {string} path the file's path, whose extension says what it is; the file is not read
 * @param {string} text the content to format
 * @returns {string} the formatted content
 */
export function formatSource(path, text) {
  const args = ['check', '--write', '--stdin-file-path', path];
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, ...args], { input: text, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path}: ${stderr}`);
  return stdout;
}
