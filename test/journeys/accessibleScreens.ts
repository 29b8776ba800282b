import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { signIn } from '../support/caller.ts';
import { admin, startInstallation } from '../support/installation.ts';
import { makeOneOfEach, type OneOfEach } from '../support/oneOfEach.ts';
import { makeSteadyTests } from '../support/steadyTests.ts';

export type AccessibleScreens = {
  things: OneOfEach;
  signIn(): Promise<void>;
  /** @returns what is wrong with the screens, by path, in both themes and widths */
  findingsIn(paths: readonly string[]): Promise<Record<string, string[]>>;
  /** That the page threw. */
  errors: string[];
  stop(): Promise<void>;
};

/** Starts an installation with one of each thing, and opens a browser before it that looks at one screen after the other. */
export async function startAccessibleScreens(): Promise<AccessibleScreens> {
  const open = startInstallation({ env: { ASSAY_REGISTRATION: 'open' } });
  const [repository, installation, browser] = await Promise.all([makeSteadyTests(), open, openBrowser()]);
  const { page, errors } = await openPage(browser);
  await addAxe(page);
  const things = await makeOneOfEach(await signIn(installation.url, admin), repository);

  /** Waits until the screen at a path shows what it is about, and nothing of it is loading. */
  async function shown(path: string): Promise<void> {
    await page.goto(`${installation.url}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  return {
    things,
    errors,
    signIn: () => signInAt(page, installation.url),
    findingsIn: async (paths) => {
      const all: Record<string, string[]> = {};
      for (const path of paths) {
        await shown(path);
        const found = await findingsInEveryLook(page);
        if (found.length > 0) all[path] = found;
      }
      return all;
    },
    stop: async () => {
      await browser.close();
      await installation.stop();
      await installation.remove();
      await repository.remove();
    },
  };
}
