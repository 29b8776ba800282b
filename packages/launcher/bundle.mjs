// Bundles processes, npm packages included: a process that loads a thousand files takes twice as long to start as one
// that loads a few. The large packages are in files of their own, of which V8 keeps what it has compiled.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleApart, isApart, keepApart } from './packagesApart.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** They read prebuilt binaries or other files from their own folders; the last is large and seldom needed. */
export const staysOutside = ['@fastify/swagger-ui', '@node-rs/argon2', 'lmdb', '@zxcvbn-ts/language-common'];

/** CommonJS packages call `require` for what Node brings, which an ES module does not have. */
const requireForPackages =
  "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);";

const noMappings = Buffer.from(JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' })).toString('base64');

/** With the mappings of npm packages a process takes half a second longer to start, for stack traces of their code. */
const mapOnlyOurs = {
  name: 'map-only-ours',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${noMappings}`,
      loader: 'default',
    })),
};

/**
 * @param asked gets the names that are imported of the packages that are kept apart, for each group
 * @returns the options of esbuild for each build of processes, and those for the packages that are kept apart
 */
function optionsOf({ entryPoints, standalone = {}, outdir, define = {}, sourcemap = false }, asked) {
  const common = {
    absWorkingDir: root,
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    external: staysOutside,
  };
  const processes = {
    ...common,
    entryPoints,
    outdir,
    define,
    sourcemap,
    sourcesContent: false,
    bundle: true,
    metafile: true,
    splitting: true,
    // What is loaded later would have the name of its source, by which the next build does not find what to remove.
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    banner: { js: requireForPackages },
    plugins: [keepApart(asked), ...(sourcemap ? [mapOnlyOurs] : [])],
  };
  // One build each: esbuild drops from a build only what none of its entries uses.
  const alone = Object.entries(standalone).map(([name, source]) => ({
    ...processes,
    entryPoints: { [name]: source },
    splitting: false,
  }));
  return { common, builds: [processes, ...alone] };
}

const sourcesIn = ({ inputs }) => Object.keys(inputs).filter((path) => !isApart(path));

export async function bundleProcesses(given) {
  // Not at the top: esbuild may not be installed yet when this file is read.
  const { build } = await import('esbuild');
  const asked = {};
  const { common, builds } = optionsOf(given, asked);
  const built = await Promise.all(builds.map((options) => build(options)));
  await bundleApart(asked, given.outdir, common);
  return built.flatMap(({ metafile }) => sourcesIn(metafile));
}

/** Writes the bundles and maps that differ from those in the folder. @returns their paths */
function writeChanged(outputFiles) {
  const changed = outputFiles.filter(({ path, contents }) => !existsSync(path) || !readFileSync(path).equals(contents));
  // Chunks first: a process that starts meanwhile finds what its new bundle imports.
  for (const { path, contents } of changed.reverse()) writeFileSync(path, contents);
  return changed.map(({ path }) => path);
}

/**
 * Bundles them again and again, quickly: what esbuild has read stays in memory.
 * @returns `rebuild` rejects if the sources have an error, and esbuild prints it. It resolves with the names of the
 * bundles that have changed, and with the paths of all sources, relative to the checkout.
 */
export async function rebundleProcesses(given) {
  const { context } = await import('esbuild');
  const asked = {};
  const { common, builds } = optionsOf(given, asked);
  const contexts = await Promise.all(builds.map((options) => context({ ...options, write: false })));
  return {
    rebuild: async () => {
      const built = await Promise.all(contexts.map((bundling) => bundling.rebuild()));
      await bundleApart(asked, given.outdir, common);
      const changed = new Set(built.flatMap(({ outputFiles }) => writeChanged(outputFiles)));
      // The names of chunks follow from their content, so that a bundle changes with everything that it imports.
      const entries = Object.keys({ ...given.entryPoints, ...given.standalone }).filter((name) =>
        changed.has(join(root, given.outdir, `${name}.js`)),
      );
      return { entries, sources: new Set(built.flatMap(({ metafile }) => sourcesIn(metafile))) };
    },
  };
}
