// npm packages of many files for the specs of the web client, each as one file: a spec has its own browser, into which
// every module is loaded again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Beside what the build makes. */
const made = join(root, 'dist/forTests');

const bundled = [
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/modals',
  '@mantine/notifications',
  '@mantine/spotlight',
  'typebox',
  'typebox/compile',
];
/** There may be only one of each. */
const notBundled = ['react', 'react-dom', 'react/jsx-runtime'];

const fileOf = (name) => name.replaceAll('/', '-');

/**
 * Makes the files unless they are there.
 * @returns {Promise<Record<string, string>>} for Jest's `moduleNameMapper`
 */
export async function bundledForBrowser() {
  const versions = [readFileSync(join(root, 'package-lock.json')), readFileSync(import.meta.filename)];
  const hash = versions.reduce((all, content) => all.update(content), createHash('sha256')).digest('hex');
  const folder = join(made, `browser-${hash.slice(0, 16)}`);
  if (!existsSync(folder)) await bundleInto(folder);
  return Object.fromEntries(bundled.map((name) => [`^${name}$`, join(folder, `${fileOf(name)}.mjs`)]));
}

async function bundleInto(folder) {
  const { build } = await import('esbuild');
  mkdirSync(made, { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(bundled.map((name) => [fileOf(name), name])),
    outdir: making,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['development'],
    target: 'es2022',
    external: notBundled,
    logLevel: 'warning',
  });
  try {
    renameSync(making, folder);
  } catch {
    // Another worker was faster.
    rmSync(making, { recursive: true });
  }
}
