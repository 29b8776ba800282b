import { delimiter } from 'node:path';
import type { ProcessHost } from '../process/processHost.ts';

export type ChromeWithDriver = { binary: string; driver: string; args: string[] };
/** Arguments for a Chrome that a framework downloads itself, where it could not run otherwise. */
export type FetchedChrome = { binary: null; driver: null; args: string[] };

/**
 * @returns the Chrome or Chromium and the matching chromedriver for the tests. Without both, a framework downloads its
 * own: null, or the arguments that it needs in a container. Without a display it runs headless; as root, and in a
 * container without privileges, it runs without its sandbox.
 */
export async function findChromeDriver(
  environment: NodeJS.ProcessEnv,
  host: Pick<ProcessHost, 'find' | 'isolated' | 'inContainer'>,
): Promise<ChromeWithDriver | FetchedChrome | null> {
  const places = withoutPackages(environment);
  const driver = await host.find(places, ['chromedriver']);
  const binary =
    environment.ASSAY_CHROMIUM ?? (await host.find(places, ['chromium', 'chromium-browser', 'google-chrome']));
  const headless =
    environment.DISPLAY || environment.WAYLAND_DISPLAY || process.platform === 'win32' ? [] : ['--headless=new'];
  const unsandboxed = host.isolated || process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...headless, ...unsandboxed, '--disable-dev-shm-usage'];
  if (driver && binary) return { binary, driver, args };
  return host.inContainer ? { binary: null, driver: null, args } : null;
}

/** A driver from a package of the project fits another Chrome than the machine's, or none. */
function withoutPackages(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folders = (environment.PATH ?? '').split(delimiter);
  const ofMachine = folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  return { ...environment, PATH: ofMachine.join(delimiter) };
}
