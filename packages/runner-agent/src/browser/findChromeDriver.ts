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
  const driver = host.find(environment, ['chromedriver']);
  const binary =
    environment.ASSAY_CHROMIUM ?? host.find(environment, ['chromium', 'chromium-browser', 'google-chrome']);
  const headless =
    environment.DISPLAY || environment.WAYLAND_DISPLAY || process.platform === 'win32' ? [] : ['--headless=new'];
  const unsandboxed = host.isolated || process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...headless, ...unsandboxed, '--disable-dev-shm-usage'];
  if (driver && binary) return { binary, driver, args };
  return host.isolated ? { binary: null, driver: null, args } : null;
}
