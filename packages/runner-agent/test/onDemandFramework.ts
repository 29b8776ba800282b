import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from '../../../test/support/patience.ts';

/**
 * Frameworks that are too large for everybody's `npm ci`: downloaded from the npm registry once per machine, into the
 * system's temporary folder.
 * @param packages with exact versions
 * @returns the folder of the installed modules; null when they are not available.
 */
export function installOnDemand(name: string, packages: Record<string, string>): string | null {
  const versions = Object.values(packages).join('-');
  const folder = join(tmpdir(), 'assay-test-frameworks', `${name}-${versions}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  mkdirSync(join(folder, '..'), { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  writeFileSync(join(making, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0'];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: making, timeout: patienceMs, stdio: 'ignore' });
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    return null;
  }
  try {
    renameSync(making, folder);
  } catch {
    // Another process was faster; its copy is the same.
    rmSync(making, { recursive: true, force: true });
  }
  return modules;
}

/** @returns the project's install command, which copies a folder of modules into place. */
export function useModules(modules: string): string {
  return `node -e "fs.symlinkSync(${JSON.stringify(modules).replaceAll('"', "'")}, 'node_modules', 'junction')"`;
}
