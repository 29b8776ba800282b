import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { signIn } from '../support/caller.ts';
import { admin, startInstallation } from '../support/installation.ts';
import { makeOneOfEach, type OneOfEach } from '../support/oneOfEach.ts';
import { makeSteadyTests } from '../support/steadyTests.ts';

export type AccessibleScreens = {
  /** Makes one of each thing and signs in. */
  signIn(): Promise<OneOfEach>;
  /** @returns what is wrong with the screens, by path, in both themes and widths */
  findingsIn(paths: readonly string[]): Promise<Record<string, string[]>>;
  /** @returns what cannot be read of a screen while its list of choices is open and one of them is highlighted */
  findingsInChoices(path: string, label: string): Promise<string[]>;
  /** That the page threw. */
  errors: string[];
  stop(): Promise<void>;
};

/** Starts an installation, and a browser that opens one screen after the other. */
export async function startAccessibleScreens(): Promise<AccessibleScreens> {
  const open = startInstallation({ env: { ASSAY_REGISTRATION: 'open' } });
  const [repository, installation, browser] = await Promise.all([makeSteadyTests(), open, openBrowser()]);
  const { page, errors } = await openPage(browser);
  await addAxe(page);

  /** Waits until the screen at a path shows what it is about, and nothing of it is loading. */
  async function shown(path: string): Promise<void> {
    await page.goto(`${installation.url}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }

  return {
    errors,
    signIn: async () => {
      const things = await makeOneOfEach(await signIn(installation.url, admin), repository);
      await signInAt(page, installation.url);
      return things;
    },
    findingsIn: async (paths) => {
      const all: Record<string, string[]> = {};
      for (const path of paths) {
        await shown(path);
        const found = await findingsInEveryLook(page);
        if (found.length > 0) all[path] = found;
      }
      return all;
    },
    findingsInChoices: async (path, label) => {
      await shown(path);
      const field = page.getByRole('combobox', { name: label }).or(page.getByRole('textbox', { name: label }));
      await field.first().click();
      await page.keyboard.press('ArrowDown');
      await page.locator('[role="option"][data-combobox-selected]').waitFor();
      const found = await findingsInEveryLook(page);
      return found.filter((line) => line.includes('color-contrast'));
    },
    stop: async () => {
      await browser.close();
      await installation.stop();
      await installation.remove();
      await repository.remove();
    },
  };
}
