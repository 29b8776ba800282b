// Bundles a process, with all our packages that it imports, into one file. npm packages stay external, so that prebuilt
// binaries are found where npm put them.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const npmPackagesStayOutside = {
  // A package that npm could not hoist, because another version is hoisted, would not be found from the bundle: it is
  // bundled.
  name: 'npm-packages-stay-outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) => {
      if (kind === 'entry-point' || path.startsWith('@assay/')) return undefined;
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      const [, ofOurs] = /^(.*[\\/]packages[\\/][^\\/]+)/.exec(resolveDir) ?? [];
      if (ofOurs && existsSync(join(ofOurs, 'node_modules', name))) return undefined;
      return { path, external: true };
    }),
};

export async function bundleProcesses({ entryPoints, outdir, define = {}, sourcemap = false }) {
  // Not at the top: esbuild may not be installed yet when this file is read.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    define,
    sourcemap,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    plugins: [npmPackagesStayOutside],
  });
}
