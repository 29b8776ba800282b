import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { extractChromium } from './extractChromium.ts';
import type { FoundChromium } from './foundChromium.ts';

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
export async function findChromium(environment: NodeJS.ProcessEnv, folder: string): Promise<FoundChromium | null> {
  if (environment.ASSAY_CHROMIUM) {
    const args: unknown = JSON.parse(environment.ASSAY_CHROMIUM_ARGS ?? '[]');
    return { executable: environment.ASSAY_CHROMIUM, args: Array.isArray(args) ? args.map(String) : [] };
  }
  if (await playwrightHasChromium(environment)) return null;
  const executable = systemChromium(environment);
  if (executable) return { executable, args: ['--no-sandbox'] };
  return await extractChromium(folder);
}

async function playwrightHasChromium(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const folders = [
    environment.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ];
  for (const folder of folders) {
    if (!folder) continue;
    const names = await readdir(folder).catch(() => []);
    if (names.some((name) => name.startsWith('chromium'))) return true;
  }
  return false;
}

/** @returns the system's Chromium or Chrome. */
export function systemChromium(environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment.PATH ?? '').split(delimiter);
  const places = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...places, ...applications].find((place) => existsSync(place)) ?? null;
}
