import type { CommandAnswer } from '@assay/contract';
import type { Browser, Page } from 'playwright-core';
import { addAxe } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { failsAndRecovers, type ScreenStates } from '../support/screenStates.ts';
import { passedCase, uploadResults } from '../support/uploadResults.ts';

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

const goesThrough = (screen: ScreenStates) => failsAndRecovers(page, `${installation.url}/demo`, screen);

const made = async (path: string, body: object) => (await caller.post<CommandAnswer>(path, body)).id;

const analytics = 'dashboard/analytics';
const noStatistics = 'The statistics could not be loaded';
const lists: (ScreenStates & { of: string })[] = [
  {
    of: 'triggers',
    path: 'triggers',
    call: '/triggers',
    failed: 'Triggers could not be loaded',
    empty: 'No triggers yet',
  },
  {
    of: 'test plans',
    path: 'test-plans',
    call: '/test-plans',
    failed: 'Test plans could not be loaded',
    empty: 'Add your first test plan',
  },
  {
    of: 'workflows',
    path: 'workflows',
    call: '/workflows',
    failed: 'Workflows could not be loaded',
    empty: 'Add your first workflow',
  },
  {
    of: 'alerts',
    path: 'alerts',
    call: '/alerts',
    failed: 'Alerts could not be loaded',
    empty: 'No alerts yet',
  },
  {
    of: 'what an alert would have sent in the last month',
    path: 'alerts/new',
    call: '/alerts/preview',
    method: 'POST',
    failed: 'It could not be tried on past runs',
    empty: 'Last month it would have sent 0 messages about 0 runs',
  },
  {
    of: 'integrations',
    path: 'settings/integrations',
    call: '/authorizations',
    failed: 'Integrations could not be loaded',
    empty: 'There is none yet',
  },
  {
    of: 'deploy keys',
    path: 'settings/integrations',
    call: '/deploy-keys',
    failed: 'Deploy keys could not be loaded',
    empty: 'There is none yet',
  },
  {
    of: 'rules of the test distribution',
    path: 'settings/test-distribution-settings',
    call: '/test-distribution-analysis-rule',
    failed: 'The rules could not be loaded',
    empty: 'No test distribution rules yet',
  },
  {
    of: 'insights',
    path: 'dashboard/insights',
    call: '/insight',
    failed: 'Insights could not be loaded',
    empty: 'No Insights Available At This Time',
  },
  {
    of: 'test runs over time',
    path: `${analytics}/test-runs`,
    call: '/test-runs/test-run-info',
    failed: noStatistics,
    empty: 'No test runs found',
  },
  {
    of: 'tests over time',
    path: `${analytics}/tests`,
    call: '/test-runs/test-info',
    failed: noStatistics,
    empty: 'No test runs found',
  },
  {
    of: 'flaky tests',
    path: `${analytics}/flaky-tests`,
    call: '/test-runs/flaky-test-info',
    failed: noStatistics,
    empty: 'No test runs found',
  },
  {
    of: 'the test distribution',
    path: `${analytics}/test-distribution`,
    call: '/test-distribution-analysis',
    method: 'POST',
    failed: noStatistics,
    empty: 'No tests were run',
  },
  {
    of: 'usage',
    path: `${analytics}/usage`,
    call: '/account/execution',
    failed: 'The usage could not be loaded',
    empty: 'Nothing was run yet',
  },
];

/** Parts of screens of a thing, which is made first. */
const parts: { of: string; make: () => Promise<ScreenStates> }[] = [
  {
    of: 'the stages of a plan',
    make: async () => {
      const id = await made('/test-plans', { name: 'Gate', key: 'gate' });
      return {
        path: `test-plans/${id}/stages`,
        call: `/test-plans/${id}`,
        failed: 'The test plan could not be loaded',
        empty: 'No stages yet',
      };
    },
  },
  {
    of: 'the runs of a plan',
    make: async () => {
      const id = await made('/test-plans', { name: 'Nightly', key: 'nightly' });
      return {
        path: `test-plans/${id}/runs`,
        call: `/test-plans/${id}/runs`,
        failed: 'The runs could not be loaded',
        empty: 'No Test Plan Runs Found',
      };
    },
  },
  {
    of: 'the steps of a workflow',
    make: async () => {
      const id = await made('/workflows', { name: 'Release' });
      return {
        path: `workflows/${id}`,
        call: `/workflows/${id}`,
        failed: 'The workflow could not be loaded',
        empty: 'No steps yet',
      };
    },
  },
  {
    of: 'a trigger, whose form is filled then',
    make: async () => {
      const gitUrl = 'https://git.example.com/acme/shop.git';
      const project = { key: 'shop', name: 'Shop', testingFramework: 'PyTest', gitUrl } as const;
      const projectId = await createProject(caller, project);
      const environmentId = await createEnvironment(caller, { key: 'qa', name: 'QA' });
      const id = await made('/triggers', { type: 'now', projectId, environmentId });
      return {
        path: `triggers/${id}`,
        call: `/triggers/${id}`,
        failed: 'The trigger could not be loaded',
        empty: 'Delete trigger',
      };
    },
  },
  {
    of: 'what an alert has sent',
    make: async () => {
      const mail = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', destination: 'ops@example.com' };
      const id = await made('/alerts', mail);
      return {
        path: `alerts/${id}`,
        call: `/alerts/${id}/deliveries`,
        failed: 'The delivery log could not be loaded',
        empty: 'Nothing was sent in the last 30 days.',
      };
    },
  },
  {
    of: 'the dashboard, once every environment is gone',
    make: async () => {
      const [project] = await caller.get<{ id: string }[]>('/projects');
      const [environment] = await caller.get<{ id: string }[]>('/environments');
      const [projectId, environmentId] = [project?.id ?? '', environment?.id ?? ''];
      await uploadResults(caller, { projectId, environmentId, branch: 'main' }, passedCase('adds'));
      await caller.call('DELETE', `/environments/${environmentId}`);
      await eventually(async () => (await caller.get<unknown[]>('/environments')).length === 0);
      return {
        path: 'dashboard',
        call: '/test-runs/recent-for-environments',
        failed: 'The dashboard could not be loaded',
        empty: 'No Environments to Display',
      };
    },
  },
];

describe('a screen that could not be loaded says so, and then that there is nothing', () => {
  it.each(lists)('$of', async (screen) => {
    expect(await goesThrough(screen)).toEqual([]);
  });

  it.each(parts)('$of', async ({ make }) => {
    expect(await goesThrough(await make())).toEqual([]);
    expect(errors).toEqual([]);
  });
});
