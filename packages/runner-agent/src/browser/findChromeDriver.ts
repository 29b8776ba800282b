import type { ProcessHost } from '../process/processHost.ts';

export type ChromeWithDriver = { binary: string; driver: string; args: string[] };

/**
 * @returns the machine's Chrome or Chromium with a chromedriver beside it; null where one of them is missing, and a
 * framework then fetches both by itself. Without a display it runs headless; as root, and in a container without
 * privileges, only without its sandbox.
 */
export function findChromeDriver(
  environment: NodeJS.ProcessEnv,
  host: Pick<ProcessHost, 'find' | 'isolated'>,
): ChromeWithDriver | null {
  const driver = host.find(environment, ['chromedriver']);
  const binary =
    environment.ASSAY_CHROMIUM ?? host.find(environment, ['chromium', 'chromium-browser', 'google-chrome']);
  if (!driver || !binary) return null;
  const headless =
    environment.DISPLAY || environment.WAYLAND_DISPLAY || process.platform === 'win32' ? [] : ['--headless=new'];
  const unsandboxed = host.isolated || process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { binary, driver, args: [...headless, ...unsandboxed, '--disable-dev-shm-usage'] };
}
