import type { Browser, Page } from 'playwright-core';
import { signInAt } from '../support/browser.ts';

type Frame = { width: number; height: number; theme: 'light' | 'dark'; as?: 'guest' };

/**
 * Signs in, unless as a guest, in a window of this size.
 * @returns what takes a picture of a screen, by its address below the account's, or below the service's for a guest and
 * for screens of staff
 */
export async function openCamera(browser: Browser, url: string, { width, height, theme, as }: Frame) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (as !== 'guest') await signInAt(page, url);
  const account = as === 'guest' ? url : `${url}/${new URL(page.url()).pathname.split('/')[1]}`;
  const addressOf = (path: string) => `${path.startsWith('employee/') ? url : account}/${path}`;
  return {
    /** @param prepare what is done on the screen first */
    async take(path: string, file: string, prepare?: (page: Page) => Promise<void>): Promise<void> {
      await page.goto(addressOf(path));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await prepare?.(page);
      await page.screenshot({ path: file });
      console.log(file);
    },
  };
}
