import { type CommandAnswer, messages, type PipelineStageId, type UserView } from '@assay/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { addAxe, findingsInEveryLook } from '../support/axe.ts';
import { openBrowser, openPage, signInAt } from '../support/browser.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from '../support/runs.ts';
import { problem } from '../support/screenStates.ts';
import { failedCase, passedCase, uploadResults } from '../support/uploadResults.ts';
import { makeNodeTests, nodeProject } from './nodeTests.ts';

const gitUrl = 'https://git.example.com/acme/shop.git';
const shop = { name: 'Shop', key: 'shop', testingFramework: 'Playwright' as const, gitUrl };

let repository: Repository;
let installation: Installation;
let caller: Caller;
let browser: Browser;
let page: Page;
let errors: string[];
/** Paths of what was made, below the account's address or the service's. */
const at: Record<'run' | 'waiting' | 'uploaded' | 'again' | 'passed' | 'failed' | 'shop', string> = {
  run: '',
  waiting: '',
  uploaded: '',
  again: '',
  passed: '',
  failed: '',
  shop: '',
};

beforeAll(async () => {
  [repository, installation, browser] = await Promise.all([makeNodeTests(), startInstallation(), openBrowser()]);
  caller = await signIn(installation.url, admin);
  ({ page, errors } = await openPage(browser));
  await addAxe(page);
  await signInAt(page, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** A run that an agent ran, one that waits for an agent, and two uploads with the same failure, the second quarantined. */
async function makeRuns(): Promise<void> {
  const pool = await caller.post<CommandAnswer>('/runner-pools', { name: 'Large', runnerType: 'LINUX', maxRunners: 1 });
  const stage = await caller.post<CommandAnswer>('/pipeline-stages', { name: 'Load', linuxRunnerPoolId: pool.id });
  const pipelineStageId = stage.id as PipelineStageId;
  const environmentId = await createEnvironment(caller, { key: 'local', name: 'Local' });
  await createEnvironment(caller, { key: 'load', name: 'Load', pipelineStageId });
  const nodes = await createProject(caller, nodeProject('nodes', repository));
  const [run, waiting] = [
    await startRun(caller, { project: 'nodes', environment: 'local' }),
    await startRun(caller, { project: 'nodes', environment: 'load' }),
  ];
  const projectId = await createProject(caller, shop);
  const upload = () =>
    uploadResults(caller, { projectId, environmentId, branch: 'main' }, passedCase('adds'), failedCase('pays', 'no'));
  const uploaded = await upload();
  const [adds, pays] = ['adds', 'pays'].map(async (name) => {
    const found = (await resultsOf(caller, uploaded)).find((test) => test.name.endsWith(name));
    return found?.testId ?? '';
  });
  const failing = (await pays) ?? '';
  await caller.call('PUT', `/projects/${projectId}/tests/${failing}/quarantine`, { reason: 'Under repair' });
  const again = await upload();
  const { id: assigneeUserId } = await caller.get<UserView>('/users/me');
  const review = { reviewType: 'TEST_RUN', testRunId: uploaded, testRunTestId: null, assigneeUserId };
  await caller.call('PUT', '/review/user', review);
  await caller.post(`/test-runs/${again}/messages`, { text: 'It is under repair' });
  const { branch, commit } = await finishedRun(caller, run);
  await caller.post(`/projects/${nodes}/deploys`, { environment: 'local', branch, commit });
  Object.assign(at, {
    run: `test-runs/${run}`,
    waiting: `test-runs/${waiting}`,
    uploaded: `test-runs/${uploaded}`,
    again: `test-runs/${again}`,
    passed: `test-runs/${uploaded}/tests/${await adds}`,
    failed: `test-runs/${again}/tests/${failing}`,
    shop: `projects/${projectId}`,
  });
}

const open = (path: string) => page.goto(`${installation.url}/demo/${path}`);
const main = () => page.getByRole('main');
const region = (name: string) => page.getByRole('region', { name });
const table = (name: string) => page.getByRole('table', { name });

/** What a screen without data says, and what it offers to do. */
type Empty = [screen: string, path: () => string, says: readonly string[], offers?: string];

async function saysSo([, path, says, offers]: Empty): Promise<void> {
  await open(path());
  for (const text of says) await main().getByText(text, { exact: true }).last().waitFor();
  if (offers) await main().getByRole('link', { name: offers }).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
}

const atFirst: Empty[] = [
  [
    'the list of runs',
    () => 'test-runs',
    [messages.noTestRuns, 'Runs show up here as soon as one is started.'],
    'Get started',
  ],
  [
    'my work',
    () => 'my-work',
    ['Nothing assigned to you', 'Failures assigned to you stay here until resolved or passing.'],
    'Failed test runs',
  ],
  [
    'retention',
    () => 'settings/retention',
    [
      'Nothing is stored yet',
      'The first run of a project brings logs and output.',
      'Nothing was removed yet',
      'What the rules let go is removed within ten minutes.',
    ],
  ],
];

const ofRuns: Empty[] = [
  ['the results', () => at.waiting, ['No tests yet', 'They are listed once the run is set up.']],
  ['the timeline', () => `${at.waiting}/timeline`, ['No timeline yet', 'It begins with the first runner.']],
  ['the logs', () => `${at.waiting}/logs`, ['No logs to load', 'They begin when an agent starts to set the run up.']],
  [
    'the messages',
    () => `${at.waiting}/messages`,
    ['No messages yet', 'Say what you found out, and whom it concerns.'],
  ],
  [
    'the runners',
    () => `${at.waiting}/runners`,
    ['No runners', 'Waits for a runner: no runner of pool Large is connected.'],
  ],
  [
    'results that a filter hides',
    () => `${at.uploaded}/test-results?search=nothing`,
    ['No Items Found', 'No test of this run matches the filters.'],
  ],
  [
    'the timeline of an upload',
    () => `${at.uploaded}/timeline`,
    ['No timeline', 'These results were uploaded: they do not say when each test ran.'],
  ],
  [
    'the logs of an upload',
    () => `${at.uploaded}/logs`,
    ['No logs to load', 'These results were uploaded: their logs stayed where the tests ran.'],
  ],
  ['the runners of an upload', () => `${at.uploaded}/runners`, ['No runners', 'No runner worked on this run.']],
  [
    'the replay of an upload',
    () => `${at.uploaded}/replay`,
    ['No replay', 'These results were uploaded: they do not say when each test ran.'],
    'Open the test run',
  ],
  ['the console', () => `${at.passed}/console`, ['This test printed nothing.']],
  ['the screenshots', () => `${at.passed}/screenshots`, [messages.noScreenshots]],
  ['the videos', () => `${at.passed}/videos`, [messages.noVideos]],
  [
    'the history of a test',
    () => `${at.passed}/history`,
    ['No earlier results', 'This is the first run that this test has a result in.'],
  ],
  [
    'the quarantined tests',
    () => 'projects/nodes/quarantined-tests',
    [
      messages.noQuarantinedTests,
      'A test is quarantined from its page in a run; from then on its failures fail no run.',
    ],
    'Preview quarantine',
  ],
  ['a kind of my work', () => 'my-work?show=expiring', ['Nothing under Expiring', 'There is other work under All.']],
];

/** A call that fails, as a path below the service's address; what the screen says then; and what it shows when all is well. */
type Failing = [screen: string, path: () => string, call: () => RegExp, says: string, well: () => Locator];

const noWork = 'Your work could not be loaded';
const noReplay = 'The replay could not be loaded';
const work = () => region('Assigned to me 1');
const replay = () => region('Replay');
const call = (path: string) => new RegExp(`^/${path}($|[?])`);
const ofRun = (path = '') => call(`${at.run}${path}`);

const failing: Failing[] = [
  ['the run', () => at.run, () => ofRun(), 'The test run could not be loaded', () => page.getByRole('tree')],
  ['the results', () => at.run, () => ofRun('/results'), messages.errorLoadingTests, () => page.getByRole('tree')],
  [
    'the related deploys',
    () => `${at.run}/details`,
    () => ofRun('/deploys'),
    'Related deploys could not be loaded.',
    () => region('Related deploys').getByText('Local'),
  ],
  [
    'the timeline',
    () => `${at.run}/timeline`,
    () => ofRun('/test-runners'),
    'The timeline could not be loaded',
    () => region('Timeline'),
  ],
  [
    'the history',
    () => `${at.run}/history`,
    () => ofRun('/history'),
    'The history could not be loaded',
    () => table('History'),
  ],
  [
    'the logs',
    () => `${at.run}/logs`,
    () => ofRun('/logs'),
    'The logs could not be loaded',
    () => page.getByRole('log'),
  ],
  [
    'a log',
    () => `${at.run}/logs`,
    () => ofRun('/logs/setup'),
    'Reading failed',
    () => page.getByRole('log').getByText(/./).first(),
  ],
  [
    'the messages',
    () => `${at.again}/messages`,
    () => call(`${at.again}/messages`),
    'The messages could not be loaded',
    () => page.getByRole('article'),
  ],
  [
    'the runners',
    () => `${at.run}/runners`,
    () => ofRun('/test-runners'),
    'The runners could not be loaded',
    () => table('Runners'),
  ],
  [
    'a test',
    () => at.failed,
    () => call(at.failed.replace('tests', 'results')),
    'The test could not be loaded',
    () => page.getByRole('article'),
  ],
  [
    'the problem of a test',
    () => at.failed,
    () => call(`${at.shop}/problems/[^/]+`),
    'The problem behind this failure could not be loaded.',
    () => region('Problem'),
  ],
  [
    'the quarantine of a test',
    () => at.failed,
    () => call(`${at.shop}/quarantined-tests`),
    'Why this test is quarantined could not be loaded.',
    () => region('Quarantine').getByText('Under repair'),
  ],
  [
    'the history of a test',
    () => `${at.failed}/history`,
    () => call(`${at.shop}/tests/[^/]+/history`),
    'Older results could not be loaded.',
    () => region('Results by branch'),
  ],
  [
    'the quarantined tests',
    () => 'projects/shop/quarantined-tests',
    () => call(`${at.shop}/quarantined-tests`),
    'The quarantined tests could not be loaded',
    () => table('Quarantined Tests'),
  ],
  ['my work', () => 'my-work', () => call('review/mine'), noWork, work],
  ['my work, what somebody is told', () => 'my-work', () => call('users/me/notices'), noWork, work],
  ['my work, what expires', () => 'my-work', () => call('quarantined-tests/ending'), noWork, work],
  ['the run of a replay', () => `${at.run}/replay`, () => ofRun(), 'The test run could not be loaded', replay],
  ['the results of a replay', () => `${at.run}/replay`, () => ofRun('/results'), noReplay, replay],
  ['the tape of a replay', () => `${at.run}/replay`, () => ofRun('/replay'), noReplay, replay],
  [
    'retention',
    () => 'settings/retention',
    () => call('account/storage'),
    'The sizes could not be loaded',
    () => table('What is kept'),
  ],
];

/** Lets a call of the browser fail. */
async function fail(which: RegExp): Promise<void> {
  const isCall = ({ pathname, search }: URL) => which.test(pathname.replace(/^\/api/, '') + search);
  await page.route(isCall, (route) => route.fulfill({ status: 500, json: problem }));
}
const pass = () => page.unrouteAll();

describe('a screen about runs', () => {
  it.each(atFirst)('says that there is nothing yet: %s', (...screen) => saysSo(screen));

  describe('once there are runs', () => {
    beforeAll(makeRuns);
    afterEach(pass);

    it.each(ofRuns)('says what is not there: %s', (...screen) => saysSo(screen));

    it.each(failing)('says what failed, and shows it when asked again: %s', async (_, path, which, says, well) => {
      await fail(which());
      await open(path());
      await main().getByText(says).waitFor();
      const again = main().getByRole('button', { name: /try again/i });
      await again.waitFor();
      expect(await well().count()).toBe(0);
      expect(await findingsInEveryLook(page)).toEqual([]);
      await pass();
      await page.evaluate('window.isTheSame = true');
      await again.click();
      await well().first().waitFor();
      await again.waitFor({ state: 'detached' });
      expect(await page.evaluate('window.isTheSame')).toBe(true);
    });

    it('asks again by itself: the list of runs', async () => {
      await fail(call('test-runs'));
      await open('test-runs');
      await main().getByText('Test runs could not be loaded').waitFor();
      await main().getByText(`Report it with ${problem.requestId}`).waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await pass();
      await main().getByRole('list', { name: 'Test Runs' }).getByRole('link').first().waitFor();
      expect(errors).toEqual([]);
    });
  });
});
