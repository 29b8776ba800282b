import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { patienceMs } from '../../../test/support/patience.ts';
import { oneAtATime } from '../../launcher/oneAtATime.mjs';

/**
 * Frameworks that are too large for everybody's `npm ci`: downloaded from the npm registry once per machine, into the
 * system's temporary folder.
 * @param packages with exact versions
 * @returns the folder of the installed modules; null when they are not available.
 */
export async function installOnDemand(name: string, packages: Record<string, string>): Promise<string | null> {
  const versions = [...new Set(Object.values(packages))].join('-');
  const folder = join(tmpdir(), 'assay-test-frameworks', `${name}-${versions}`);
  const modules = join(folder, 'node_modules');
  mkdirSync(dirname(folder), { recursive: true });
  // Another spec may need the same at the same time.
  return await oneAtATime(
    `${folder}.lock`,
    () => (existsSync(modules) || install(folder, packages) ? modules : null),
    () => undefined,
  );
}

/** @returns whether it could be installed */
function install(folder: string, packages: Record<string, string>): boolean {
  const making = mkdtempSync(`${folder}-`);
  writeFileSync(join(making, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  // Soon done without a network, and not given up because one answer of many was missing.
  const retries = ['--fetch-retries=3', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=3000'];
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', ...retries];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: making, timeout: patienceMs, stdio: 'ignore' });
  if (status === 0) renameSync(making, folder);
  else rmSync(making, { recursive: true, force: true });
  return status === 0;
}

/** @returns the project's install command, which copies a folder of modules into place. */
export function useModules(modules: string): string {
  return `node -e "fs.symlinkSync(${JSON.stringify(modules).replaceAll('"', "'")}, 'node_modules', 'junction')"`;
}
