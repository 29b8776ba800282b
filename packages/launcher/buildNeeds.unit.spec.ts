import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const imported = /(?:\bfrom|\bimport\(|^import)\s*'([\w@./:-]+)'|new URL\('([^']+\.m?js)', import\.meta\.url\)/gm;

/** @returns the packages that a script imports, and those of the scripts that it imports or starts */
function packagesOf(script: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(script)) return found;
  seen.add(script);
  for (const [, specifier, url] of readFileSync(script, 'utf8').matchAll(imported)) {
    const name = url ? `./${url.replace(/^\.\//, '')}` : (specifier ?? '');
    if (isBuiltin(name)) continue;
    const next = resolve(dirname(script), name);
    // What is only built has no file in the sources.
    if (name.startsWith('.')) for (const each of existsSync(next) ? packagesOf(next, seen) : []) found.add(each);
    else
      found.add(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
  }
  return found;
}

describe('what npm start needs to build', () => {
  it('is installed without the packages of development, as with NODE_ENV=production', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; version?: string }>;
    };
    const needed = [
      ...packagesOf(resolve('packages/launcher/run.mjs')),
      ...packagesOf(resolve('packages/launcher/build.mjs')),
    ];
    expect(needed).toContain('esbuild');
    for (const name of new Set(needed)) {
      const installed = packages[join('node_modules', name)];
      expect({ name, dev: installed?.dev ?? false, found: installed !== undefined }).toEqual({
        name,
        dev: false,
        found: true,
      });
    }
  });
});
