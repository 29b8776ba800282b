// Builds what `npm start` and the browser tests run: a bundle for each process in dist/, with the code that they share in
// files of its own, and the web client in packages/web/dist. `npm run build` builds everything; with `--missing` it builds
// the parts whose sources have changed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { bundleProcesses } from './bundle.mjs';
import { compressFile, compressFiles } from './compressFiles.mjs';
import { copyTraceViewer } from './copyTraceViewer.mjs';
import { installMissing, requireNode } from './install.mjs';
import { aloneInCheckout } from './oneAtATime.mjs';
import { packAgent } from './packAgent.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const dist = join(root, 'dist');
const webDist = join(root, 'packages/web/dist');
const stamp = join(dist, 'built.json');

/** The sources of the processes, by the names of their bundles. */
const entries = {
  eventstore: 'packages/embedded-eventstore/src/main.ts',
  mongo: 'packages/embedded-mongo/src/main.ts',
  api: 'packages/api/src/main.ts',
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
  migrateBlobs: 'packages/launcher/src/migrateBlobsCommand.ts',
  migrateStores: 'packages/launcher/src/migrateStoresCommand.ts',
  rotateMasterKey: 'packages/launcher/src/rotateMasterKeyCommand.ts',
  rebuild: 'packages/launcher/src/rebuildCommand.ts',
  mails: 'packages/launcher/src/mailsCommand.ts',
  simulate: 'packages/launcher/src/simulateCommand.ts',
};

/** Processes that the api starts for single tasks, by the names of their sources: they have to start quickly. */
const standalone = {
  readUploadProcess: 'packages/api/src/uploads/readUploadProcess.ts',
  proposalProcess: 'packages/api/src/projects/proposalProcess.ts',
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

/** Names, relative to the checkout, of all sources with their sizes and times: changes are found without reading files. */
function listSources() {
  const folders = ['event-schemas', 'packages'].map((folder) => join(root, folder));
  return folders.flatMap((folder) =>
    [...sourcesIn(folder)].map((path) => {
      const { size, mtimeMs } = statSync(path);
      return { name: relative(root, path).replaceAll('\\', '/'), state: `${size} ${mtimeMs}` };
    }),
  );
}

/** A hash over sources and the versions of packages. */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const { name, state } of sources) hash.update(`${name} ${state}\n`);
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

const isOfBuild = (name) => /^packages\/launcher\/[^/]+$/.test(name);
const isIn = (...packages) => {
  const folders = packages.map((name) => `packages/${name}/`);
  return ({ name }) => isOfBuild(name) || folders.some((folder) => name.startsWith(folder));
};
const isOfWeb = isIn('web', 'contract');
const isOfAlone = isIn('cli', 'runner-agent', 'contract', 'archives', 'junit', 'ports', 'proxies');
const isOfProcesses = ({ name }) => !/^packages\/(web|cli)\//.test(name);

/** A hash over the sources of the agent, the same on every machine that builds it. */
function agentBuildHash() {
  const hash = createHash('sha256');
  for (const name of ['runner-agent', 'contract', 'archives', 'junit', 'ports', 'proxies']) {
    for (const path of [...sourcesIn(join(root, 'packages', name))].sort()) {
      hash.update(`${relative(root, path).replaceAll('\\', '/')}\n`).update(readFileSync(path));
    }
  }
  return hash.digest('hex').slice(0, 8);
}

/** What the last build was made of: a hash of all sources, and one for each part; empty before the first build. */
function readStamp() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {};
}

function writeStamp(hashes) {
  mkdirSync(dist, { recursive: true });
  // Replaced as a whole: half of it would not be JSON.
  writeFileSync(`${stamp}.new`, JSON.stringify(hashes));
  renameSync(`${stamp}.new`, stamp);
}

export function isBuilt() {
  return readStamp().sources === hashOf(listSources());
}

const execute = promisify(execFile);

async function run(script, args, env = {}) {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 10_000_000 };
  await execute(process.execPath, [join(root, script), ...args], options).catch(({ stdout, stderr }) => {
    throw new Error(`${script} failed:\n${stdout}${stderr}`);
  });
}

/** The command line and the agent run on machines that have only Node: everything is bundled. */
async function bundleAlone() {
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
    define: bundling().define,
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
    },
  });
}

/** Chunks have the hash of their content in their names: those of the last build would remain. */
function removeChunks() {
  if (!existsSync(dist)) return;
  for (const name of readdirSync(dist)) if (name.startsWith('chunk-')) rmSync(join(dist, name));
}

/** How the processes are bundled. */
export const bundling = () => ({
  entryPoints: entries,
  standalone,
  outdir: 'dist',
  define: { assayAgentBuild: JSON.stringify(agentBuildHash()) },
  sourcemap: true,
});

export const writeSchemaData = () => run('event-schemas/generate.mjs', ['--data']);

async function buildProcesses() {
  await writeSchemaData();
  removeChunks();
  await bundleProcesses(bundling());
  // Not at the top: npm packages may not be installed yet when this file is read.
  const { reduceToLines } = await import('./lineMaps.mjs');
  reduceToLines(dist);
}

const agentPackage = join(dist, 'agent.tgz');

async function buildAlone() {
  await bundleAlone();
  const packed = await packAgent({
    agent: join(dist, 'agentAlone.js'),
    reporters: join(root, 'packages/runner-agent/reporters'),
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  });
  writeFileSync(agentPackage, packed);
}

async function buildWeb(agentAddress) {
  await run('node_modules/vite/bin/vite.js', ['build', 'packages/web', '--logLevel', 'warn'], {
    VITE_AGENT_PACKAGE: agentAddress,
  });
  copyTraceViewer({
    from: join(root, 'package.json'),
    confine: join(root, 'packages/web/traceViewer/confineTraces.js'),
    folder: join(webDist, 'trace-viewer'),
  });
  await compressFiles(webDist);
}

/** Every installation serves the command line and the agent of its own version. */
async function serveAlone() {
  const cli = join(webDist, 'assay.mjs');
  copyFileSync(join(dist, 'cli.js'), cli);
  copyFileSync(agentPackage, join(webDist, 'agent.tgz'));
  await compressFile(cli);
}

/** Builds the parts whose sources have changed since the last build: those without a hash in `last`. */
async function build(last) {
  const sources = listSources();
  const hashes = {
    sources: hashOf(sources),
    processes: hashOf(sources.filter(isOfProcesses)),
    alone: hashOf(sources.filter(isOfAlone)),
  };
  // Until a part is complete, nothing says that it is.
  writeStamp({});
  const processes = async () => {
    if (hashes.processes !== last.processes) await buildProcesses();
  };
  const clients = async () => {
    if (hashes.alone !== last.alone) await buildAlone();
    // npx caches by URL: with the content's hash in the URL, a newer package is a new URL.
    const inIt = createHash('sha256').update(readFileSync(agentPackage)).digest('hex').slice(0, 8);
    hashes.web = `${hashOf(sources.filter(isOfWeb))} ${inIt}`;
    if (hashes.web !== last.web) await buildWeb(`agent.tgz?${inIt}`);
    if (hashes.alone !== last.alone || hashes.web !== last.web) await serveAlone();
  };
  await Promise.all([processes(), clients()]);
  writeStamp(hashes);
}

const usage = `Usage: npm run build
Builds the processes, the command line, the agent and the web client.`;

/** Builds everything, or what is missing, unless another process has built it meanwhile. */
async function buildAsAsked() {
  const { values } = parseArgs({ options: { missing: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(usage);
  if (values.missing) {
    if (!isBuilt()) await build(readStamp());
    return;
  }
  requireNode();
  installMissing('start');
  const began = performance.now();
  await build({});
  console.log(`Built (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await aloneInCheckout(buildAsAsked).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
