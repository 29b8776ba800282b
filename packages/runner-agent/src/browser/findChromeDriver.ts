import { findCommand } from '../process/findCommand.ts';

export type ChromeWithDriver = { binary: string; driver: string; args: string[] };

/**
 * @returns the machine's Chrome or Chromium with a chromedriver beside it; null where one of them is missing, and a
 * framework then fetches both by itself. Without a display it runs headless; as root only without its sandbox.
 */
export function findChromeDriver(environment: NodeJS.ProcessEnv): ChromeWithDriver | null {
  const driver = findCommand(environment, ['chromedriver']);
  const binary =
    environment.ASSAY_CHROMIUM ?? findCommand(environment, ['chromium', 'chromium-browser', 'google-chrome']);
  if (!driver || !binary) return null;
  const headless =
    environment.DISPLAY || environment.WAYLAND_DISPLAY || process.platform === 'win32' ? [] : ['--headless=new'];
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { binary, driver, args: [...headless, ...root, '--disable-dev-shm-usage'] };
}
