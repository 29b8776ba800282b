import { delimiter } from 'node:path';
import type { ProcessHost } from '../process/processHost.ts';

export type ChromeWithDriver = { binary: string; driver: string; args: string[] };
/** What a Chrome that a framework fetches by itself is to be started with, where it could not run otherwise. */
export type FetchedChrome = { binary: null; driver: null; args: string[] };

/**
 * @returns the Chrome or Chromium with a chromedriver beside it that tests find; where one of them is missing a
 * framework fetches both by itself: null, or what that one has to be told in a container. Without a display it runs
 * headless; as root, and in a container without privileges, only without its sandbox.
 */
export function findChromeDriver(
  environment: NodeJS.ProcessEnv,
  host: Pick<ProcessHost, 'find' | 'isolated'>,
): ChromeWithDriver | FetchedChrome | null {
  const places = withoutPackages(environment);
  const driver = host.find(places, ['chromedriver']);
  const binary = environment.ASSAY_CHROMIUM ?? host.find(places, ['chromium', 'chromium-browser', 'google-chrome']);
  const headless =
    environment.DISPLAY || environment.WAYLAND_DISPLAY || process.platform === 'win32' ? [] : ['--headless=new'];
  const unsandboxed = host.isolated || process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...headless, ...unsandboxed, '--disable-dev-shm-usage'];
  if (driver && binary) return { binary, driver, args };
  return host.isolated ? { binary: null, driver: null, args } : null;
}

/** A driver that comes as a package of the project's belongs to another Chrome than the machine's, or to none at all. */
function withoutPackages(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folders = (environment.PATH ?? '').split(delimiter);
  const ofMachine = folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return { ...environment, PATH: ofMachine.join(delimiter) };
}
