import type { Browser, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, signInAt } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { type Installation, startInstallation } from '../support/installation.ts';

const job = 'Invitations.withdrawExpiredInvitations';
const reason = 'ticket 4112: disk full';

describe('staff', () => {
  let installation: Installation;
  let browser: Browser;
  let staff: Page;
  let errors: string[];

  beforeAll(async () => {
    [installation, browser] = await Promise.all([startInstallation({}), openBrowser()]);
    const opened = await openPage(browser);
    [staff, errors] = [opened.page, opened.errors];
    await signInAt(staff, installation.url);
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    await installation.remove();
  });

  const rowOf = (id: string) => staff.locator(`[data-row="${id}"]`);
  async function give(title: string, button: string): Promise<void> {
    const form = staff.getByRole('form', { name: `${title} ${job}` });
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: button }).click();
    await form.waitFor({ state: 'detached' });
  }
  async function fitsPhones(): Promise<void> {
    await staff.setViewportSize({ width: 390, height: 844 });
    expect(await comesToFit(staff)).toBe(true);
    await staff.setViewportSize({ width: 1280, height: 900 });
  }

  it('run a job now, and turn it off, also beyond a restart', async () => {
    await staff.goto(`${installation.url}/employee/jobs`);
    await rowOf(job).waitFor();
    // The rebuilds of the projector are a job, too.
    await rowOf('ReadModels.rebuildRequested').waitFor();
    await staff.getByRole('button', { name: `Run now: ${job}` }).click();
    await give('Run', 'Run now');
    await staff.getByText(/ran in \d+ms/).waitFor();
    await staff.getByText(`“${reason}”`).waitFor();

    await rowOf(job).getByRole('switch').locator('xpath=..').click();
    await give('Turn off', 'Turn off');
    await staff.getByText(/^off since/).waitFor();
    await fitsPhones();
    await installation.kill('automation');
    await staff.reload();
    await staff.getByText(/^off since/).waitFor();
    await eventually(
      async () =>
        (await rowOf('WorkUnits.expireLeases')
          .getByText(/^\d+ s ago$|^now$/)
          .count()) > 0,
    );
    expect(await rowOf(job).getByRole('switch').isChecked()).toBe(false);
    expect(errors).toEqual([]);
  });

  it('find what was slow, by kind and range', async () => {
    await staff.getByRole('tab', { name: 'Performance' }).click();
    const table = staff.getByRole('table', { name: 'Performance records' });
    await table.waitFor();
    await staff.getByRole('radiogroup', { name: 'Kind' }).getByText('Job', { exact: true }).click();
    await staff.waitForURL('**/employee/performance?kind=Job');
    await eventually(async () => {
      await staff.getByRole('button', { name: 'Refresh' }).click();
      const kinds = await table.locator('tr:has([data-row]) td:nth-child(2)').allTextContents();
      expect(kinds.length).toBeGreaterThan(0);
      expect(new Set(kinds)).toEqual(new Set(['Job']));
    });
    await table.locator('[data-row]').first().focus();
    await staff.keyboard.press('Enter');
    await table.getByText('Slowest store request').waitFor();
    await fitsPhones();
    await staff.getByRole('textbox', { name: 'Took, ms: minimum' }).fill('10,000,000');
    await staff.keyboard.press('Enter');
    await staff.getByText('No performance records found').waitFor();
    expect(errors).toEqual([]);
  });
});
