import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { findReporter } from '../workspace/installation.ts';
import type { FoundChromium } from './foundChromium.ts';

/** A path below the folder of Playwright's browsers, which the project's own Playwright names. */
const BrowserPath = Type.String({
  pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
  maxLength: 300,
});
const BrowserPaths = Type.Array(BrowserPath, { maxItems: 8 });
const Places = Type.Object({ chromium: BrowserPaths, ffmpeg: BrowserPaths });
type Places = Static<typeof Places>;

export type PlaywrightBrowsers = {
  /** A folder for PLAYWRIGHT_BROWSERS_PATH; null where Playwright needs none. */
  folder: string | null;
  hasFfmpeg: boolean;
};

const answerWithinMs = 30_000;
const longestAnswer = 64 * 1024;

/**
 * Lets a Playwright without its own browsers find the machine's Chromium and ffmpeg in their place, so that projects
 * run unchanged. Linux only: elsewhere a browser is more than one executable. The folder with the starters is the run's
 * own: the project's Playwright decides what is in it.
 * @param core the folder of the project's playwright-core; versions search in different places
 */
export async function playwrightBrowsers(
  context: FrameworkContext,
  core: string,
  chromium: FoundChromium | null,
): Promise<PlaywrightBrowsers> {
  return await context.once(`browsers of ${core}`, () => findOrMake(context, core, chromium));
}

async function findOrMake(
  context: FrameworkContext,
  core: string,
  chromium: FoundChromium | null,
): Promise<PlaywrightBrowsers> {
  const { environment, host, scratch } = context;
  // '0': inside the project's own packages.
  if (process.platform !== 'linux' || environment.PLAYWRIGHT_BROWSERS_PATH === '0')
    return { folder: null, hasFfmpeg: true };
  const { files } = host;
  const places = await askPlaces(context, core);
  const own =
    environment.PLAYWRIGHT_BROWSERS_PATH ??
    join(environment.XDG_CACHE_HOME ?? join(environment.HOME ?? homedir(), '.cache'), 'ms-playwright');
  const missing = async (names: readonly string[]) => {
    const kinds = await Promise.all(names.map((name) => files.kind(join(own, name))));
    return names.filter((_, index) => kinds[index] === null);
  };
  const ffmpeg = await host.find(environment, ['ffmpeg']);
  const missingFfmpeg = await missing(places.ffmpeg);
  const wanted = [
    ...(chromium ? (await missing(places.chromium)).map((name) => ({ name, ...chromium })) : []),
    ...(ffmpeg ? missingFfmpeg.map((name) => ({ name, executable: ffmpeg, args: [] })) : []),
  ];
  const hasFfmpeg = ffmpeg !== null || missingFfmpeg.length === 0;
  if (wanted.length === 0) return { folder: null, hasFfmpeg };
  // Beside the folders of the units, which end before the run does.
  const folder = join(dirname(scratch), `browsers-${randomUUID()}`);
  for (const { name, executable, args } of wanted) {
    await files.makeFolder(dirname(join(folder, name)));
    await files.write(join(folder, name), starterOf(executable, args), 0o755);
  }
  // Browsers that Playwright has downloaded (Firefox, WebKit) stay available.
  const made = new Set(wanted.map(({ name }) => name.split('/')[0]));
  for (const { name } of (await files.list(own)) ?? []) {
    if (!made.has(name)) await files.link(join(own, name), join(folder, name));
  }
  return { folder, hasFfmpeg };
}

/** Runs the project's own Playwright, so it runs where the tests run, and what it answers is data. */
async function askPlaces(context: FrameworkContext, core: string): Promise<Places> {
  const { host, environment, directory, mask, signal } = context;
  let answer = '';
  const { ended } = host.start({
    command: await host.node(),
    args: [findReporter('playwrightBrowsers.cjs'), core],
    directory,
    environment: { ...environment, PLAYWRIGHT_BROWSERS_PATH: join(core, 'not-there') },
    mask,
    signal,
    timeoutMs: answerWithinMs,
    onOutput: (text) => {
      if (answer.length < longestAnswer) answer += text;
    },
  });
  await ended;
  signal.throwIfAborted();
  return parsed(answer);
}

function parsed(answer: string): Places {
  try {
    const places: unknown = JSON.parse(answer.trim().split('\n').at(-1) ?? '');
    if (Value.Check(Places, places)) return places;
  } catch {
    // A Playwright with other output is left alone; it reports itself what it misses.
  }
  return { chromium: [], ffmpeg: [] };
}

function starterOf(executable: string, args: readonly string[]): string {
  const quoted = [executable, ...args].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
  return `#!/bin/sh\nexec ${quoted} "$@"\n`;
}
