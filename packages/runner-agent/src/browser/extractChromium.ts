import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SingleFlight } from '@assay/concurrency';
import { findInstalledModules } from '../workspace/installation.ts';
import type { FoundChromium } from './foundChromium.ts';

const run = promisify(execFile);
const args = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-dev-shm-usage'];
const launcher = 'start-chromium';
const unpack = `
  import chromium from '@sparticuz/chromium';
  await chromium.executablePath();
`;

const extractions = new SingleFlight<string, FoundChromium | null>();

/** Unpacks the Chromium of Assay's installation, once for all slots of the agent. Built for Linux on x64 only. */
export async function extractChromium(folder: string): Promise<FoundChromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  return await extractions.join(folder, () => extract(folder));
}

async function extract(folder: string): Promise<FoundChromium | null> {
  const executable = join(folder, launcher);
  if (existsSync(executable)) {
    await openToOthers(folder);
    return { executable, args };
  }
  const modules = findInstalledModules();
  if (modules === null || !existsSync(join(modules, '@sparticuz/chromium'))) return null;
  await mkdir(dirname(folder), { recursive: true });
  // Unpacked beside its destination and then moved, so that a half-unpacked one is never used.
  const unpacked = await mkdtemp(`${folder}-`);
  await run(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: dirname(modules),
    // With this, the package also unpacks the libraries that Chromium needs and a minimal system lacks.
    env: { PATH: process.env.PATH, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  const useOwnLibraries = !(await systemHasLibraries());
  await writeFile(join(unpacked, launcher), launcherScript(folder, useOwnLibraries), { mode: 0o755 });
  await rm(folder, { recursive: true, force: true });
  await openToOthers(unpacked);
  await rename(unpacked, folder);
  return { executable, args };
}

/** Tests may have a user of their own, and what is unpacked is the agent's alone. Earlier versions left it so. */
async function openToOthers(folder: string): Promise<void> {
  for (const path of [folder, join(folder, 'chromium')]) await chmod(path, 0o755);
}

function launcherScript(folder: string, useOwnLibraries: boolean): string {
  const quoted = (path: string) => `'${join(folder, path).replaceAll("'", "'\\''")}'`;
  const libraries = useOwnLibraries ? `export LD_LIBRARY_PATH=${quoted('al2023/lib')}\n` : '';
  const fonts = existsSync('/etc/fonts/fonts.conf') ? '' : `export FONTCONFIG_PATH=${quoted('fonts')}\n`;
  return `#!/bin/sh\n${libraries}${fonts}exec ${quoted('chromium')} "$@"\n`;
}

async function systemHasLibraries(): Promise<boolean> {
  try {
    const { stdout } = await run('ldconfig', ['-p'], { env: { PATH: `${process.env.PATH}:/sbin:/usr/sbin` } });
    return stdout.includes('libnss3.so');
  } catch {
    // A system without ldconfig is a minimal one.
    return false;
  }
}
