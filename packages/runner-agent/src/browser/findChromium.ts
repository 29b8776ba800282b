import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commandPaths } from '../process/findCommand.ts';
import { extractChromium } from './extractChromium.ts';
import type { FoundChromium } from './foundChromium.ts';

/** Where browsers are searched: with the tests' rights for a project, with the agent's for its own capabilities. */
export type BrowserSearch = {
  firstExisting(paths: readonly string[]): Promise<string | null>;
  /** @returns the entries of a folder; null where no folder is */
  list(folder: string): Promise<readonly { name: string }[] | null>;
};

/** Searches as the agent: never with the environment of a project. */
export const searchAsAgent: BrowserSearch = {
  firstExisting: (paths) => Promise.resolve(paths.find((path) => existsSync(path)) ?? null),
  list: (folder) => readdir(folder, { withFileTypes: true }).catch(() => null),
};

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium for tests on a machine without Playwright's own browsers: the one in ASSAY_CHROMIUM, the system's, or on
 * Linux the one that comes with Assay. Null when Playwright has its own, or none is available; its error then says `npx
 * playwright install`.
 * @param folder where Assay's own is unpacked, once
 */
export async function findChromium(
  files: BrowserSearch,
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<FoundChromium | null> {
  if (environment.ASSAY_CHROMIUM) {
    const args: unknown = JSON.parse(environment.ASSAY_CHROMIUM_ARGS ?? '[]');
    return { executable: environment.ASSAY_CHROMIUM, args: Array.isArray(args) ? args.map(String) : [] };
  }
  if (await playwrightHasChromium(files, environment)) return null;
  const executable = await systemChromium(files, environment);
  if (executable) return { executable, args: ['--no-sandbox'] };
  return await extractChromium(folder);
}

async function playwrightHasChromium(files: BrowserSearch, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const folders = [
    environment.PLAYWRIGHT_BROWSERS_PATH,
    environment.HOME && join(environment.HOME, '.cache/ms-playwright'),
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ];
  for (const folder of folders) {
    if (!folder) continue;
    const entries = (await files.list(folder)) ?? [];
    if (entries.some(({ name }) => name.startsWith('chromium'))) return true;
  }
  return false;
}

/** @returns the system's Chromium or Chrome. */
export async function systemChromium(files: BrowserSearch, environment: NodeJS.ProcessEnv): Promise<string | null> {
  return await files.firstExisting([...commandPaths(environment, commands), ...applications]);
}
