import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { findCommand } from '../process/findCommand.ts';
import { findReporter } from '../workspace/installation.ts';
import type { FoundChromium } from './foundChromium.ts';

const Places = Type.Object({ chromium: Type.Array(Type.String()), ffmpeg: Type.Array(Type.String()) });
type Places = Static<typeof Places>;

export type PlaywrightBrowsers = {
  /** A folder for PLAYWRIGHT_BROWSERS_PATH; null where Playwright needs none. */
  folder: string | null;
  hasFfmpeg: boolean;
};

const run = promisify(execFile);
const known = new Map<string, Promise<Places>>();

/**
 * Lets a Playwright without its own browsers find the machine's Chromium and ffmpeg in their place, so that projects
 * run unchanged. Linux only: elsewhere a browser is more than one executable.
 * @param core the folder of the project's playwright-core; versions look in different places
 * @param folder of the agent, where the links are created
 */
export async function playwrightBrowsers(
  core: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  chromium: FoundChromium | null,
): Promise<PlaywrightBrowsers> {
  // '0': inside the project's own packages.
  if (process.platform !== 'linux' || environment.PLAYWRIGHT_BROWSERS_PATH === '0')
    return { folder: null, hasFfmpeg: true };
  const places = await placesOf(core, environment);
  const own =
    environment.PLAYWRIGHT_BROWSERS_PATH ??
    join(environment.XDG_CACHE_HOME ?? join(environment.HOME ?? homedir(), '.cache'), 'ms-playwright');
  const missing = (names: readonly string[]) => names.filter((name) => !existsSync(join(own, name)));
  const ffmpeg = findCommand(environment, ['ffmpeg']);
  const wanted = [
    ...(chromium ? missing(places.chromium).map((name) => ({ name, ...chromium })) : []),
    ...(ffmpeg ? missing(places.ffmpeg).map((name) => ({ name, executable: ffmpeg, args: [] })) : []),
  ];
  const hasFfmpeg = ffmpeg !== null || missing(places.ffmpeg).length === 0;
  if (wanted.length === 0) return { folder: null, hasFfmpeg };
  for (const { name, executable, args } of wanted) await makeStarter(join(folder, name), executable, args);
  // Browsers that Playwright has downloaded (Firefox, WebKit) stay available.
  for (const name of await readdir(own).catch(() => [])) {
    if (!existsSync(join(folder, name))) await symlink(join(own, name), join(folder, name)).catch(ifThere);
  }
  return { folder, hasFfmpeg };
}

async function placesOf(core: string, environment: NodeJS.ProcessEnv): Promise<Places> {
  const asked = known.get(core) ?? askPlaces(core, environment);
  known.set(core, asked);
  return await asked;
}

async function askPlaces(core: string, environment: NodeJS.ProcessEnv): Promise<Places> {
  try {
    const { stdout } = await run(process.execPath, [findReporter('playwrightBrowsers.cjs'), core], {
      env: { ...environment, PLAYWRIGHT_BROWSERS_PATH: join(core, 'not-there') },
      timeout: 30_000,
    });
    return Value.Parse(Places, JSON.parse(stdout));
  } catch {
    // A Playwright with other output is left alone; it reports itself what it misses.
    return { chromium: [], ffmpeg: [] };
  }
}

async function makeStarter(path: string, executable: string, args: readonly string[]): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  const quoted = [executable, ...args].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
  // Written beside its destination and moved, so that another slot of this agent never starts half a script.
  const made = `${path}.${process.pid}.${performance.now()}`;
  await writeFile(made, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  await rename(made, path);
}

function ifThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}
