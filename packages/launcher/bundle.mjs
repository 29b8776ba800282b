// Bundles processes, npm packages included: a process that loads a thousand files takes twice as long to start as one
// that loads a few. The large packages are in files of their own, of which V8 keeps what it has compiled.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleApart, isApart, keepApart } from './packagesApart.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** They read prebuilt binaries or other files from their own folders; the last is large and seldom needed. */
const staysOutside = ['@fastify/swagger-ui', '@node-rs/argon2', 'lmdb', '@zxcvbn-ts/language-common'];

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

export async function bundleProcesses({ entryPoints, outdir, define = {}, sourcemap = false }) {
  // Not at the top: esbuild may not be installed yet when this file is read.
  const { build } = await import('esbuild');
  const options = {
    absWorkingDir: root,
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    external: staysOutside,
  };
  const asked = {};
  const { metafile } = await build({
    ...options,
    entryPoints,
    outdir,
    define,
    sourcemap,
    sourcesContent: false,
    bundle: true,
    metafile: true,
    splitting: true,
    format: 'esm',
    banner: { js: requireForPackages },
    plugins: [keepApart(asked), ...(sourcemap ? [mapOnlyOurs] : [])],
  });
  await bundleApart(asked, outdir, options);
  return Object.keys(metafile.inputs).filter((path) => !isApart(path));
}
