import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  type CommandAnswer,
  keepAll,
  type ProjectTestView,
  type ReleaseCriterionView,
  type TestRunDetailView,
} from '@assay/contract';
import { EventStoreDBClient } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import type { Browser, Page } from 'playwright-core';
import { projectionList } from '../../packages/projections/src/projectionList.ts';
import { ageStoredDetails } from '../support/ageStoredDetails.ts';
import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { evidenceFromLog } from '../support/evidenceFromLog.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { operatorCommand } from '../support/operatorCommand.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { passedCase, uploadResults } from '../support/uploadResults.ts';

const commit = 'a'.repeat(40);
/** A test that passed, and whose output is a detail that retention takes. */
const printing = `<testcase classname="shop.Cart" name="pays"><system-out>paid 12 €</system-out></testcase>`;

let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
let fields: { projectId: string; environmentId: string; commit: string };
let releaseId: string;
let runId: string;

beforeAll(async () => {
  [installation, browser] = await Promise.all([startInstallation({ env: { ASSAY_AGENT: '0' } }), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  await signInAt(page, installation.url);
  const environmentId = await createEnvironment(caller, { key: 'ci', name: 'CI' });
  const project = { key: 'shop', name: 'Shop', gitUrl: '/nowhere', testingFramework: 'Playwright' as const };
  fields = { projectId: await createProject(caller, project), environmentId, commit };
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
});

/** @throws unless it is done */
async function put(path: string, body?: object): Promise<void> {
  const { status, body: answer } = await caller.call('PUT', path, body);
  expect({ status, answer }).toMatchObject({ status: 200 });
}
const addTemplate = (template: object) => caller.post('/release/release-criteria-template', template);
const criteria = () => caller.get<ReleaseCriterionView[]>(`/release/${releaseId}/release-criteria`);

/** Opens the evidence page anew. @returns what it shows of the decision, and the file that it downloads */
async function openEvidence() {
  const path = `demo/dashboard/release-readiness/releases/${releaseId}/decisions/1/evidence`;
  await page.goto(`${installation.url}/${path}`);
  await page.getByText('Matches the log').waitFor();
  const shown = await page.getByRole('article', { name: 'Evidence' }).textContent();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  return { shown, file: await text(await download.createReadStream()) };
}

const sha256Of = (content: string) => createHash('sha256').update(content).digest('hex');

describe('evidence of a decision', () => {
  let atDecision: Awaited<ReturnType<typeof openEvidence>>;

  it('is a file with the hash of the log, of what people ticked and of what runs answered', async () => {
    await addTemplate({ text: 'Notes are written' });
    const rule = { kind: 'runsPass', testSuiteId: null, environmentId: null, maxAgeHours: 24 };
    await addTemplate({ text: 'Everything passed', rule });
    const ships = [{ projectId: fields.projectId, commit }];
    ({ id: releaseId } = await caller.post<CommandAnswer>('/release', { title: 'Checkout 2.9', ships }));
    runId = await uploadResults(caller, fields, printing, passedCase('ships'));
    const [notes] = await eventually(async () => {
      const all = await criteria();
      return all[1]?.answer?.answer === 'met' ? all : null;
    });
    await put(`/release/${releaseId}/release-criteria/${notes?.id}/toggle`);
    await put(`/release/${releaseId}`, { decision: 'Go', reason: 'Everything is green' });
    const locked = await caller.call('PUT', `/release/${releaseId}/release-criteria/${notes?.id}/toggle`);
    expect(locked).toMatchObject({ status: 409, body: { code: 'release.criteriaLocked' } });
    atDecision = await openEvidence();
    expect(atDecision.shown).toContain('Go for Checkout 2.9');
    expect(atDecision.shown).toContain(sha256Of(atDecision.file));
    expect(JSON.parse(atDecision.file)).toMatchObject({
      decision: 'Go',
      criteria: [
        { text: 'Notes are written', isOpen: false },
        { text: 'Everything passed', isOpen: false, answer: { answer: 'met', evidence: [{ testRunId: runId }] } },
      ],
    });
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('is the same once retention took the details, the test changed, and read models were rebuilt', async () => {
    // 1. Retention takes what the run had stored.
    const { mongoUrl } = await installation.stores();
    const mongo = await MongoClient.connect(mongoUrl);
    await ageStoredDetails(mongo.db('assay_ops'), [runId], 400);
    await mongo.close();
    await put('/account/retention', { ...keepAll, detailsDays: 30, attachmentsDays: 30 });
    await eventually(async () => {
      const { expired } = await caller.get<TestRunDetailView>(`/test-runs/${runId}`);
      return expired.details !== null;
    });
    // 2. A test has another name by now, and the one that passed is quarantined.
    await uploadResults(caller, fields, passedCase('pays by card'), passedCase('ships'));
    const tests = await caller.get<ProjectTestView[]>(`/projects/${fields.projectId}/tests`);
    const pays = tests.find(({ name }) => name.endsWith('pays'));
    await put(`/projects/${fields.projectId}/tests/${pays?.id}/quarantine`, { reason: 'Flaky card terminal' });
    // 3. The criteria, the project and the release itself are called something else.
    const [notes] = await caller.get<{ id: string }[]>('/release-criteria-template');
    await put('/release/release-criteria-template', { id: notes?.id, text: 'Notes are approved' });
    await put(`/release/${releaseId}`, { title: 'Checkout 2.9.0' });
    // 4. All read models are made again.
    const rebuild = operatorCommand(installation, 'rebuild', { args: projectionList.map(({ name }) => name) });
    expect([await rebuild.ended, rebuild.output()]).toEqual([0, expect.stringContaining('releases: rebuilt')]);
    const { file, shown } = await openEvidence();
    expect(sha256Of(file)).toBe(sha256Of(atDecision.file));
    expect(file).toBe(atDecision.file);
    expect(shown).toBe(atDecision.shown);
    expect(await findingsInEveryLook(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('is made by a reader of the stored events alone with the same bytes', async () => {
    const { eventStoreUrl } = await installation.stores();
    const events = EventStoreDBClient.connectionString(eventStoreUrl);
    const { json, sha256, recorded } = await evidenceFromLog(events, releaseId);
    await events.dispose();
    expect(json).toBe(atDecision.file);
    expect([sha256, recorded]).toEqual([sha256Of(atDecision.file), sha256Of(atDecision.file)]);
  });
});
