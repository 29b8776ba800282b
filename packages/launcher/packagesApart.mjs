// npm packages that are kept apart from the bundles of the processes: each group is a CommonJS file, which
// `loadPackages.cjs` loads with what V8 has compiled of it before. Node 20 does that for no ES module.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The large ones that are CommonJS. Each belongs to one group, so that there is one instance of it in a process; TypeBox,
 * of which each process uses little, is dearer whole.
 */
const groups = {
  eventstore: ['@eventstore/db-client', '@grpc/grpc-js', 'google-protobuf'],
  mongodb: ['mongodb'],
  http: [
    'fastify',
    '@fastify/busboy',
    '@fastify/compress',
    '@fastify/helmet',
    '@fastify/static',
    '@fastify/swagger',
    'sanitize-html',
    'socket.io',
    'sshpk',
  ],
  mail: ['nodemailer'],
  outgoing: ['undici'],
  pino: ['pino'],
  yaml: ['yaml'],
};

const loader = './packages.cjs';
const here = dirname(fileURLToPath(import.meta.url));

/** @returns the group of a package or of a file in it, such as `mongodb/lib/x.js`; undefined: it is bundled */
function groupOf(name) {
  const belongs = (member) => name === member || name.startsWith(`${member}/`);
  return Object.keys(groups).find((group) => groups[group].some(belongs));
}

const namespace = 'apart';

/** Whether an input that esbuild names stands for a package that is kept apart. */
export function isApart(input) {
  return input.startsWith(`${namespace}:`);
}

/**
 * A plugin of esbuild that keeps the packages apart.
 * @param asked the names that are imported, for each group: it adds to them
 * @param own the group that is being bundled, of which nothing is kept apart
 */
export function keepApart(asked, own = null) {
  return {
    name: 'keep-apart',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^\.\/packages\.cjs$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
        const group = groupOf(path);
        if (kind === 'entry-point' || group === undefined || group === own) return undefined;
        return { path, namespace, pluginData: group };
      });
      onLoad({ filter: /.*/, namespace }, ({ path, pluginData: group }) => {
        asked[group] = (asked[group] ?? new Set()).add(path);
        return { contents: `module.exports = require('${loader}')('${group}', '${path}');`, resolveDir: here };
      });
    },
  };
}

/** What the files of all groups are made of: the names that our code imports, the packages, and how they are bundled. */
function sourcesOf(asked, root) {
  const hash = createHash('sha256');
  for (const [group, names] of Object.entries(asked).sort()) hash.update(`${group} ${[...names].sort().join(' ')}\n`);
  for (const path of [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) hash.update(readFileSync(path));
  return hash.digest('hex');
}

async function bundleGroup(group, asked, outfile, options) {
  const { build } = await import('esbuild');
  const entries = [...asked[group]].sort().map((name) => `'${name}': () => require('${name}')`);
  await build({
    ...options,
    stdin: { contents: `module.exports = { ${entries.join(',\n')} };`, resolveDir: here },
    outfile,
    bundle: true,
    format: 'cjs',
    // Code that was not compiled just now has nobody whom V8 could ask for an ES module.
    supported: { 'dynamic-import': false },
    plugins: [keepApart(asked, group)],
  });
}

/**
 * Writes the file of each group that was asked for, and their loader, unless they are up to date: what V8 has compiled of
 * them stays valid then.
 * @param asked the names that are imported, for each group
 * @param options of esbuild
 */
export async function bundleApart(asked, outdir, options) {
  const folder = resolve(options.absWorkingDir, outdir);
  copyFileSync(join(here, 'loadPackages.cjs'), join(folder, 'packages.cjs'));
  const stamp = join(folder, 'packages-from');
  const madeOf = sourcesOf(asked, options.absWorkingDir);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return;
  for (const name of readdirSync(folder)) if (name.startsWith('packages-')) rmSync(join(folder, name));
  const done = new Map();
  // One group may ask for another.
  for (;;) {
    const due = Object.entries(asked).filter(([group, names]) => done.get(group) !== names.size);
    if (due.length === 0) break;
    for (const [group, names] of due) done.set(group, names.size);
    await Promise.all(due.map(([group]) => bundleGroup(group, asked, join(folder, `packages-${group}.cjs`), options)));
  }
  writeFileSync(stamp, madeOf);
}
