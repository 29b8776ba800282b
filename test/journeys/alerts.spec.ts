import { createHmac } from 'node:crypto';
import type { AlertView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { comesToFit, openBrowser, openPage, signInAt, takesFocus } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeSlack, fakeSlack } from '../support/fakeSlack.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { type ReceivingServer, receivingServer } from '../support/receivingServer.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { smtpServer } from '../support/smtpServer.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';
import { makeNodeTests, nodeProject } from './nodeTests.ts';

let repository: Repository;
let server: ReceivingServer;
let slack: FakeSlack;
let mail: Awaited<ReturnType<typeof smtpServer>>;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let ids: { projectId: string; environmentId: string };

beforeAll(async () => {
  [repository, server, mail, slack, browser] = await Promise.all([
    makeNodeTests(),
    receivingServer(),
    smtpServer(),
    fakeSlack(),
    openBrowser(),
  ]);
  installation = await startInstallation({
    env: {
      ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1',
      ASSAY_SMTP_URL: `smtp://${mail.address}`,
      ASSAY_MAIL_FROM: 'Assay <assay@example.org>',
      ASSAY_SLACK_URL: slack.address,
      ASSAY_SLACK_CLIENT_ID: slack.client.clientId,
      ASSAY_SLACK_CLIENT_SECRET: slack.client.clientSecret,
      ASSAY_SLACK_SIGNING_SECRET: slack.client.signingSecret,
    },
  });
  caller = await signIn(installation.url, admin);
  const environmentId = await createEnvironment(caller, { key: 'staging', name: 'Staging' });
  ids = { environmentId, projectId: await createProject(caller, nodeProject('shop', repository)) };
  ({ page, errors } = await openPage(browser));
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await mail.stop();
  await slack.stop();
  await server.stop();
  await repository.remove();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const field = (name: string): Locator => page.getByRole('textbox', { name });
const log = () => page.getByRole('region', { name: 'Delivery log' });
const row = (text: string): Locator => log().getByRole('button', { expanded: false }).filter({ hasText: text });

/** Activates a button or link as the keyboard does. */
async function enter(target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

async function enterIn(opened: Locator, target: Locator): Promise<void> {
  await takesFocus(opened);
  await enter(target);
}

/** Waits until the field of that name has the focus. */
async function hasFocus(name: string): Promise<void> {
  await page.locator(`[name="${name}"]:focus`).waitFor();
}

async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openAlerts(): Promise<void> {
  await enter(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }));
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
}

/** A run whose results come from elsewhere. */
async function report(outcome: 'passes' | 'fails', branch?: string): Promise<void> {
  const pays = outcome === 'fails' ? failedCase('pays', 'card declined') : passedCase('pays');
  await uploadResults(caller, { ...ids, ...(branch !== undefined && { branch }) }, pays);
}

const arrived = (path: string) => server.received.filter((request) => request.path === path);
/** What messages to a webhook say, once there are so many. */
const summaries = (path: string, count: number) =>
  eventually(() => {
    const requests = arrived(path);
    if (requests.length < count) return null;
    return requests.map(({ body }) => (JSON.parse(body) as { data: { summary: string } }).data.summary);
  });

describe('an alert', () => {
  it('is tried on last month before it is saved, and says what is wrong with it', async () => {
    await report('fails');
    await report('fails');
    await openAlerts();
    await page.getByText('No alerts yet').waitFor();
    await enter(page.getByRole('link', { name: 'New alert' }).first());
    await page.getByText('Slack is not connected, so nothing is sent.').waitFor();
    await enter(button('Save'));
    await page.getByText('You must provide a Slack Channel').waitFor();
    await hasFocus('destination');
    await page.getByText('Last month it would have sent 1 message').waitFor();
    await page.getByText('1 held back: 1 unchanged').waitFor();

    await pick('Event', 'test run completes');
    await page.getByText('Last month it would have sent 2 messages').waitFor();
    await pick('Event', 'test run fails');
    await page.getByText('Last month it would have sent 1 message').waitFor();
    await pick('Environment', 'Staging');
    await pick('Action', 'Webhook');
    await field('Webhook URL').fill('hooks');
    await enter(button('Save'));
    await page.getByText('You must provide a valid Webhook URL').waitFor();
    await field('Webhook URL').fill(`${server.url}/hook`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/alerts\/(?!new)[^/]+$/);
    await page.getByRole('heading', { name: `Test run fails → ${new URL(server.url).host}` }).waitFor();
    expect(server.received).toEqual([]);
  });

  it('is tested, and signs what it sends', async () => {
    await enter(button('New signing secret'));
    const secret = await page.getByText(/^whsec_/).textContent();
    await enter(button('Send test'));
    expect(await summaries('/hook', 1)).toEqual(['Test message from Assay: this alert arrives']);
    const [sent] = arrived('/hook');
    const { headers = {}, body = '' } = sent ?? {};
    const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(String(headers['webhook-signature']).split(' ')).toContain(`v1,${signature}`);
    await row('Test message from Assay')
      .getByText(/sent in/)
      .waitFor();
  });

  it('tells of a failing run once, and that it is fixed', async () => {
    await report('fails');
    expect((await summaries('/hook', 2))[1]).toMatch(/ #3 failed: 1 of 1 test$/);
    await report('fails');
    await log().getByText('2 sent, 1 held back').waitFor();
    await report('passes');
    expect((await summaries('/hook', 3))[2]).toMatch(/ #5 is fixed after (less than a minute|\d+m)$/);
    await log().getByText('3 sent, 1 held back').waitFor();
  });

  it('lists each message with its tries and its payload, and sends a refused one again', async () => {
    server.reply = () => ({ status: 422, body: 'no such room' });
    await report('fails');
    await row('#6 failed').getByText('refused: 422 no such room').waitFor();
    await page.getByRole('list', { name: 'Alerts' }).getByText('Not delivered: 422 no such room').waitFor();
    server.reply = () => ({ status: 200, body: 'posted' });
    await enter(row('#6 failed'));
    await enter(button('Payload'));
    await log().getByText('"type": "testRun.failed"').waitFor();
    await enter(button('Resend'));
    await row('#6 failed').getByText('resent, sent in').waitFor();
    const [first, again] = arrived('/hook').slice(-2);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.body).toBe(first?.body);
  });

  it('is silent for a while, for a reason and by somebody, until the silence is ended', async () => {
    await enter(button('More actions'));
    await enterIn(page.getByRole('menu'), page.getByRole('menuitem', { name: 'Silence…' }));
    const dialog = page.getByRole('dialog', { name: 'Silence this alert' });
    await enter(dialog.getByRole('button', { name: 'Silence', exact: true }));
    await hasFocus('reason');
    await page.keyboard.type('The database moves');
    await enter(dialog.getByRole('button', { name: 'Silence', exact: true }));
    const note = page.getByRole('status').filter({ hasText: 'The database moves' });
    await note.getByText(/by .+: The database moves/).waitFor();
    await page.getByRole('list', { name: 'Alerts' }).getByText('The database moves').waitFor();
    const told = arrived('/hook').length;
    await report('fails');
    await log()
      .getByText(/2 held back/)
      .waitFor();
    expect(arrived('/hook')).toHaveLength(told);
    await enter(note.getByRole('button', { name: 'End silence' }));
    await note.waitFor({ state: 'detached' });
  });

  it('is mailed to the named people', async () => {
    await enter(page.getByRole('link', { name: 'New alert' }).first());
    // Until then the form of the other alert is still there.
    await page.getByText('Slack is not connected, so nothing is sent.').waitFor();
    await pick('Event', 'test run completes');
    await pick('Action', 'Email');
    await field('Email addresses').fill('ops@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/alerts\/(?!new)[^/]+$/);
    await report('passes');
    const [received] = await eventually(() => (mail.received.length > 0 ? mail.received : null));
    expect(received).toMatchObject({ to: ['ops@example.org'] });
    expect(received?.source).toMatch(/^Subject: .*#8/m);
    expect(received?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    await row('#8 passed')
      .getByText(/sent in/)
      .waitFor();
  });

  it('goes to Slack once it is connected in the settings, and is kept once it is disconnected', async () => {
    const alert = { eventType: 'TESTRUN_COMPLETE', actionType: 'SEND_SLACK', destination: '#shop' };
    await caller.post('/alerts', alert);
    await page.goto(`${page.url().replace(/\/alerts.*/, '')}/settings/integrations`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Slack', exact: true }) });
    await enter(card.getByRole('button', { name: 'Connect', exact: true }));
    const form = page.getByRole('form', { name: 'Connect Slack' });
    await form.getByLabel('Bot token, or URL of an incoming webhook').fill(`${server.url}/slack`);
    await form.getByRole('textbox', { name: 'Workspace' }).fill('Shop people');
    await page.keyboard.press('Enter');
    await card.getByText(/Shop people, connected/).waitFor();
    await enter(card.getByRole('button', { name: 'Send test to #shop' }));
    await eventually(() => arrived('/slack').length === 1);
    await card.getByText(/^sent/).waitFor();

    await enter(card.getByRole('button', { name: 'Disconnect', exact: true }));
    await enterIn(page.getByRole('dialog'), button('Disconnect Slack'));
    await card.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await enter(card.getByRole('button', { name: 'Send test to #shop' }));
    await card.getByText(/^not delivered/).waitFor();
    expect(arrived('/slack')).toHaveLength(1);
  });

  it('goes to Slack by signing in there, which shows who the bot is', async () => {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Slack', exact: true }) });
    await enter(card.getByRole('button', { name: 'App manifest' }));
    const dialog = page.getByRole('dialog', { name: 'An app at Slack for Assay' });
    await dialog.getByText(/"redirect_urls"/).waitFor();
    await dialog.getByText('chat:write', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    slack.codes.add('code-of-slack');
    await enter(card.getByRole('button', { name: 'Sign in with Slack' }));
    await card.getByText(/Northwind, connected .+, by signing in there/).waitFor();
    await card.getByText('Slack knows the token as @assay in Northwind.').waitFor();
    await enter(card.getByRole('button', { name: 'Send test to #shop' }));
    await eventually(() => slack.calls('chat.postMessage').length === 1);
    await card.getByText(/^sent/).waitFor();
    expect(slack.calls('chat.postMessage')[0]?.headers.authorization).toBe(`Bearer ${slack.token}`);
  });

  it('has notices of people go to Slack as well, to whoever says who they are there', async () => {
    slack.members.set('U012AB3CD', admin.email);
    await page.goto(`${page.url().replace(/\/settings.*/, '')}/profile?slackMemberId=U0STRANGER`);
    await enter(button('Connect Slack'));
    await page.getByText(/does not have the e-mail address by which you sign in/).waitFor();
    await field('Slack member ID').fill('U012AB3CD');
    await page.keyboard.press('Enter');
    const isOn = page.getByRole('switch', { name: 'Notify me at Slack' });
    await isOn.focus();
    await page.keyboard.press('Space');
    await eventually(() => isOn.isChecked());
    await page.goto(`${page.url().replace(/\/profile.*/, '')}/settings/integrations`);
  });

  it('tells of each branch by itself: news of one is no news of another', async () => {
    const before = arrived('/hook').length;
    await report('fails', 'red');
    await report('fails', 'red');
    await report('fails', 'blue');
    await report('passes', 'red');
    const told = (await summaries('/hook', before + 3)).slice(before);
    expect(told).toEqual([
      expect.stringMatching(/ failed: 1 of 1 test$/),
      expect.stringMatching(/ failed: 1 of 1 test$/),
      expect.stringMatching(/ is fixed after (less than a minute|\d+m)$/),
    ]);
    const branches = arrived('/hook')
      .slice(before)
      .map(({ body }) => /"(red|blue)"/.exec(body)?.[1]);
    expect(branches).toEqual(['red', 'blue', 'red']);
  });

  it('is turned off and deleted, also in a narrow window', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await comesToFit(page)).toBe(true);
    await page.goto(`${page.url().replace(/\/settings.*/, '')}/alerts`);
    const list = page.getByRole('list', { name: 'Alerts' });
    await list.getByRole('link').filter({ hasText: '#shop' }).click();
    await log().waitFor();
    expect(await comesToFit(page)).toBe(true);
    const isOn = page.getByRole('form', { name: 'Alert' }).getByRole('switch', { name: 'Active' });
    await isOn.focus();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'Inactive' }).waitFor();
    await enter(button('More actions'));
    await enterIn(page.getByRole('menu'), page.getByRole('menuitem', { name: 'Delete' }));
    await page.getByText('Are you sure you want to delete this alert?').waitFor();
    await enter(button('Delete alert'));
    await list.waitFor();
    await eventually(async () => {
      const left = await caller.get<AlertView[]>('/alerts');
      expect(left.map(({ actionType }) => actionType).sort()).toEqual(['SEND_EMAIL', 'TRIGGER_WEBHOOK']);
    });
    expect(errors).toEqual([]);
  });
});
