import { text } from 'node:stream/consumers';
import type { CriteriaTemplateView, GenerateApiKeyAnswer, ReleasePage } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine } from '../support/commandLine.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { failsAndRecovers } from '../support/screenStates.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

const readiness = 'dashboard/release-readiness';
const listed = async () => (await caller.get<ReleasePage>('/release')).releases;
const box = (name: string, on: Page = page) => on.getByRole('checkbox', { name });

describe('releases', () => {
  it('show a failure until they are loaded again, and then the empty list', async () => {
    const account = `${installation.url}/demo`;
    const releases = {
      path: `${readiness}/releases`,
      call: '/release',
      failed: 'Releases could not be loaded',
      empty: 'No releases yet',
    };
    const templates = {
      path: `${readiness}/release-criteria-template`,
      call: '/release-criteria-template',
      failed: 'Criteria templates could not be loaded',
      empty: 'No Release Criteria Templates to Display',
    };
    expect(await failsAndRecovers(page, account, releases)).toEqual([]);
    expect(await failsAndRecovers(page, account, templates)).toEqual([]);
  });

  it('get their criteria from templates, which are added by the keyboard', async () => {
    for (const text of ['Notes are written', 'Docs are written']) {
      await page.getByRole('button', { name: 'Add criterion' }).click();
      const dialog = page.getByRole('dialog', { name: 'Release criteria template' });
      await dialog.getByRole('textbox', { name: 'Text' }).fill(text);
      await dialog.getByRole('textbox', { name: 'Text' }).press('Enter');
      await page.getByRole('listitem').filter({ hasText: text }).waitFor();
    }
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Move Docs are written' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Docs are written is lifted from place 2 of 2.').waitFor({ state: 'attached' });
    // Arrow keys are listened to a moment after the announcement.
    await eventually(async () => {
      await page.keyboard.press('ArrowUp');
      return (await page.getByText('Docs are written is above place 1 of 2.').count()) > 0;
    });
    await page.keyboard.press('Space');
    await page.getByText('Docs are written is dropped at place 1 of 2.').waitFor({ state: 'attached' });
    const inUse = page.getByRole('list', { name: 'Criteria templates', exact: true });
    await eventually(async () => {
      expect(await inUse.getByRole('listitem').first().textContent()).toContain('Docs are written');
      const [first] = await caller.get<CriteriaTemplateView[]>('/release-criteria-template');
      expect(first?.text).toBe('Docs are written');
    });
    await page.getByRole('button', { name: 'Archive Notes are written' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive Notes are written' }).click();
    await page.getByText('Archived', { exact: true }).click();
    await page.getByRole('button', { name: 'Restore Notes are written' }).click();
    await page.getByRole('button', { name: 'Archive Notes are written' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('button', { name: 'New release' }).click();
    const dialog = page.getByRole('dialog', { name: 'New release' });
    await dialog.getByRole('button', { name: 'Create release' }).click();
    await dialog.getByText("Can't be blank").waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Checkout 2.9');
    await dialog.getByLabel('Proposed release date').fill('2026-11-26');
    await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
    await page.getByRole('heading', { name: 'Checkout 2.9' }).waitFor();
    await box('Docs are written').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('show in each browser what is ticked in the other one', async () => {
    const other = await openPage(browser);
    await signInAt(other.page, installation.url);
    await other.page.goto(page.url());
    await box('Notes are written', other.page).waitFor();
    await box('Notes are written').click();
    await page.getByText('Successfully updated release criteria!').waitFor();
    await other.page.getByRole('region', { name: 'Completed' }).getByText('Notes are written').waitFor();
    await box('Docs are written', other.page).click();
    await page.getByRole('region', { name: 'Completed' }).getByText('Docs are written').waitFor();
    await box('Docs are written', other.page).click();
    await page.getByRole('region', { name: 'To complete' }).getByText('Docs are written').waitFor();
    expect(other.errors).toEqual([]);
    await other.page.context().close();
  });

  it('are decided with a reason while a criterion is open, and locked from then on', async () => {
    await page.keyboard.press('g');
    const dialog = page.getByRole('dialog', { name: 'Decide on Checkout 2.9' });
    await dialog.getByText('Goes out with 1 of 2 open').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Docs follow');
    await dialog.getByRole('textbox', { name: 'Reason' }).press('Control+Enter');
    await page.getByText('Successfully updated release!').waitFor();
    await page.getByRole('region', { name: 'Decisions' }).getByText('Docs follow').waitFor();
    await eventually(async () => expect(await box('Docs are written').isDisabled()).toBe(true));
    expect(await box('Notes are written').isDisabled()).toBe(true);
    expect(await findingsInEveryLook(page)).toEqual([]);
    const [release] = await listed();
    expect(release).toMatchObject({ decision: 'Go', criteriaCount: 2, completedCount: 1 });
    const [open] = release?.decisions[0]?.openCriterionIds ?? [];
    const refused = await caller.call('PUT', `/release/${release?.id}/release-criteria/${open}/toggle`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'release.criteriaLocked' } });
  });

  it('show what a decision was based on, with a hash that matches the log', async () => {
    await page.getByRole('region', { name: 'Decisions' }).getByRole('link', { name: 'Evidence' }).click();
    const evidence = page.getByRole('article', { name: 'Evidence' });
    await evidence.getByText('Docs follow').waitFor();
    await evidence.getByRole('row', { name: /Docs are written.*To complete/ }).waitFor();
    await page.getByText('Matches the log').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    const document = JSON.parse(await text(await download.createReadStream()));
    expect(document).toMatchObject({ title: 'Checkout 2.9', decision: 'Go', reason: 'Docs follow' });
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await page.getByRole('region', { name: 'Decisions' }).waitFor();
  });

  it('are listed as decided, and open in place by the keyboard', async () => {
    await page.getByRole('link', { name: 'Release Readiness' }).click();
    await page.getByRole('region', { name: 'Decided' }).getByText('Checkout 2.9').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Open criteria' }).getByText('Docs are written').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('are answered by the runs of what they ship, live, and overridden with a reason', async () => {
    const commit = 'c'.repeat(40);
    const environmentId = await createEnvironment(caller, { key: 'ci', name: 'CI' });
    const project = { key: 'shop', name: 'Shop', testingFramework: 'PyTest' as const, testTimeoutSeconds: 60 };
    const fields = { projectId: await createProject(caller, project), environmentId, commit };
    // 1. A template that answers itself, and a release of a commit without a run.
    await page.goto(`${installation.url}/demo/${readiness}/release-criteria-template`);
    await page.getByRole('button', { name: 'Add criterion' }).click();
    const template = page.getByRole('dialog', { name: 'Release criteria template' });
    await template.getByRole('textbox', { name: 'Text' }).fill('Everything passed');
    await template.getByText('It answers itself').click();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await template.getByRole('button', { name: 'Add criterion' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Runs of the shipped versions passed' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('button', { name: 'New release' }).click();
    const dialog = page.getByRole('dialog', { name: 'New release' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Checkout 3');
    await dialog.getByRole('button', { name: 'Add version' }).click();
    await dialog.getByRole('textbox', { name: 'Commit 1' }).fill('main');
    await dialog.getByRole('button', { name: 'Create release' }).click();
    await dialog.getByText('Must be a commit').waitFor();
    await dialog.getByRole('textbox', { name: 'Commit 1' }).fill(commit);
    await dialog.getByRole('button', { name: 'Create release' }).click();
    await page.getByRole('region', { name: 'No evidence' }).getByText('Everything passed').waitFor();
    // 2. Runs change the answer while the page is open.
    await uploadResults(caller, fields, failedCase('pays', 'declined'));
    const notMet = page.getByRole('region', { name: 'Not met' });
    await notMet.getByText('failed: 1 test').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await notMet.getByRole('button', { name: 'Override Everything passed' }).click();
    const override = page.getByRole('dialog', { name: 'Override criterion' });
    await override.getByRole('textbox', { name: 'Reason' }).fill('Payments stay off in 3.');
    await override.getByRole('button', { name: 'Override' }).click();
    await page.getByRole('region', { name: 'Overridden' }).getByText('Payments stay off in 3.').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take back the override of Everything passed' }).click();
    await notMet.getByText('Everything passed').waitFor();
    await uploadResults(caller, fields, passedCase('pays'));
    await page.getByRole('region', { name: 'Met', exact: true }).getByText('Everything passed').waitFor();
    expect(errors).toEqual([]);
  });

  it('hold a CI job until they are decided, which then goes by the decision', async () => {
    const { key } = await caller.post<GenerateApiKeyAnswer>('/account/api-key', {});
    const assay = commandLine({ url: installation.url, key });
    const release = (await listed()).find(({ title }) => title === 'Checkout 3')?.id ?? '';
    const gate = ['gate', '--release', release];
    const early = await assay(...gate);
    expect(early).toMatchObject({ code: 6, out: expect.stringContaining('No decision yet: 2 of 3 criteria open') });
    const [deploy] = await Promise.all([
      assay(...gate, '--project', 'shop', '--commit', 'c'.repeat(7), '--wait'),
      (async () => {
        await page.keyboard.press('g');
        const dialog = page.getByRole('dialog', { name: 'Decide on Checkout 3' });
        await dialog.getByRole('textbox', { name: 'Reason' }).fill('Docs follow');
        await dialog.getByRole('textbox', { name: 'Reason' }).press('Control+Enter');
        await page.getByRole('region', { name: 'Decisions' }).getByText('Docs follow').waitFor();
      })(),
    ]);
    expect(deploy).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Open\. Go by .* with 2 criteria open: Docs follow/),
    });
    const other = await assay(...gate, '--project', 'shop', '--commit', 'd'.repeat(40), '--json');
    expect(other.code).toBe(7);
    expect(JSON.parse(other.out)).toMatchObject({ answer: 'noEvidence', criteria: [{ isOpen: true }, {}, {}] });
    expect((await assay(...gate, '--suite', 'Smoke')).code).toBe(3);
    expect((await assay(...gate, '--commit', 'c'.repeat(40))).code).toBe(3);
    expect((await assay('gate', '--release', 'unknown')).code).toBe(5);
  });
});
