// Builds what `npm start` and the browser tests run: a bundle for each process in dist/, with the code that they share in
// files of its own, and the web client in packages/web/dist.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundleProcesses } from './bundle.mjs';
import { copyTraceViewer } from './copyTraceViewer.mjs';
import { aloneInCheckout } from './oneAtATime.mjs';
import { packAgent } from './packAgent.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const stamp = join(root, 'dist', 'built-from');

const entries = {
  eventstore: 'packages/embedded-eventstore/src/main.ts',
  mongo: 'packages/embedded-mongo/src/main.ts',
  api: 'packages/api/src/main.ts',
  readUpload: 'packages/api/src/uploads/readUploadThread.ts',
  createAccount: 'packages/launcher/src/createAccountCommand.ts',
  projector: 'packages/launcher/src/projectorProcess.ts',
  automation: 'packages/launcher/src/automationProcess.ts',
  agent: 'packages/runner-agent/src/main.ts',
  backup: 'packages/launcher/src/backupCommand.ts',
  restore: 'packages/launcher/src/restoreCommand.ts',
  compact: 'packages/launcher/src/compactCommand.ts',
  verify: 'packages/launcher/src/verifyCommand.ts',
  verifyStore: 'packages/launcher/src/verification/verifyStoreProcess.ts',
  launcher: 'packages/launcher/src/main.ts',
  migrateStores: 'packages/launcher/src/migrateStoresCommand.ts',
  rotateMasterKey: 'packages/launcher/src/rotateMasterKeyCommand.ts',
  rebuild: 'packages/launcher/src/rebuildCommand.ts',
  mails: 'packages/launcher/src/mailsCommand.ts',
  simulate: 'packages/launcher/src/simulateCommand.ts',
};

const built = /(?<!\.spec)\.(ts|tsx|json|css|html|mjs|cjs)$/;
const passedOver = new Set(['node_modules', 'dist', 'generated', 'test']);

function* sourcesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !passedOver.has(entry.name)) yield* sourcesIn(path);
    else if (entry.isFile() && built.test(entry.name)) yield path;
  }
}

/** A hash over names, sizes and times of all sources: changes are detected without reading any file. */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const folder of ['event-schemas', 'packages']) {
    for (const path of sourcesIn(join(root, folder))) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

/** A hash over the sources of the agent, the same on every machine that builds it. */
function agentBuildHash() {
  const hash = createHash('sha256');
  for (const name of ['runner-agent', 'contract', 'archives', 'junit', 'ports']) {
    for (const path of [...sourcesIn(join(root, 'packages', name))].sort()) {
      hash.update(`${relative(root, path).replaceAll('\\', '/')}\n`).update(readFileSync(path));
    }
  }
  return hash.digest('hex').slice(0, 8);
}

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

function run(command, args, env = {}) {
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options);
  if (status !== 0) throw new Error(`${relative(root, command)} failed:\n${stdout}${stderr}`);
}

/** The command line and the agent run on machines that have only Node: everything is bundled. */
async function buildAlone(define) {
  const { build: bundle } = await import('esbuild');
  await bundle({
    absWorkingDir: root,
    entryPoints: { cli: 'packages/cli/src/main.ts', agentAlone: 'packages/runner-agent/src/main.ts' },
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    define,
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
    },
  });
}

/** Stores a compressed copy beside each file that gets smaller: files served often are compressed once. */
function compressFiles(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|mjs|css|html|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    if (content.length < 1_024) continue;
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(content, quality));
  }
}

/**
 * Files of code that processes share have the hash of their content in their names, and those of the last build stay; so
 * does what was compiled of packages.
 */
function removeShared() {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) return;
  for (const name of readdirSync(dist)) if (/^(chunk|packages)-/.test(name)) rmSync(join(dist, name));
}

async function build() {
  const hash = sourcesHash();
  rmSync(stamp, { force: true });
  removeShared();
  run(join(root, 'event-schemas/generate.mjs'), []);
  const define = { assayAgentBuild: JSON.stringify(agentBuildHash()) };
  await bundleProcesses({ entryPoints: entries, outdir: 'dist', define, sourcemap: true });
  // Not at the top: npm packages may not be installed yet when this file is read.
  const { reduceToLines } = await import('./lineMaps.mjs');
  reduceToLines(join(root, 'dist'));
  await buildAlone(define);
  const agentPackage = await packAgent({
    agent: join(root, 'dist/agentAlone.js'),
    reporters: join(root, 'packages/runner-agent/reporters'),
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  });
  // npx caches by URL: with the content's hash in the URL, a newer package is a new URL.
  const inIt = createHash('sha256').update(agentPackage).digest('hex').slice(0, 8);
  const vite = ['build', 'packages/web', '--logLevel', 'warn'];
  run(join(root, 'node_modules/vite/bin/vite.js'), vite, { VITE_AGENT_PACKAGE: `agent.tgz?${inIt}` });
  // Every installation serves the command line and the agent of its own version.
  copyFileSync(join(root, 'dist/cli.js'), join(root, 'packages/web/dist/assay.mjs'));
  writeFileSync(join(root, 'packages/web/dist/agent.tgz'), agentPackage);
  copyTraceViewer({
    from: join(root, 'package.json'),
    confine: join(root, 'packages/web/traceViewer/confineTraces.js'),
    folder: join(root, 'packages/web/dist/trace-viewer'),
  });
  compressFiles(join(root, 'packages/web/dist'));
  writeFileSync(stamp, hash);
}

/** Builds, unless asked only for what is missing and another process has built it meanwhile. */
async function buildAsAsked() {
  if (process.argv.includes('--missing')) {
    if (!isBuilt()) await build();
    return;
  }
  const began = Date.now();
  await build();
  console.log(`built in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await aloneInCheckout(buildAsAsked).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
