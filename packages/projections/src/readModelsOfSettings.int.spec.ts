import type { TestSuiteId } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import {
  ada,
  bank,
  bob,
  failingAlert,
  gate,
  gateRun,
  globex,
  integration,
  largePool,
  nightly,
  runOfGate,
  shop,
  smoke,
  staging,
} from '../../../test/support/recordedIds.ts';
import { testId } from '../../../test/support/runStory.ts';
import { acme } from '../../../test/support/storesUnderTest.ts';
import { type RecordedReadModels, startRecordedReadModels } from '../test/recordedReadModels.ts';
import type { AccountReads, ReadModels } from './index.ts';

describe('the read models of settings', () => {
  let recorded: RecordedReadModels;
  let history: RecordedHistory;
  let models: ReadModels;
  let mine: AccountReads;
  let theirs: AccountReads;
  beforeAll(async () => {
    recorded = await startRecordedReadModels();
    ({ history, models, mine, theirs } = recorded);
  });
  afterAll(() => recorded.stop());

  it('list projects and environments in use, and find archived ones by id', async () => {
    expect((await mine.projects()).map(({ key }) => key)).toEqual(['shop']);
    expect(await mine.project('old-id' as never)).toMatchObject({ key: 'old', archived: true });
    expect(await mine.projectByKey('old')).toBeNull();
    expect(await mine.projectByKey('shop')).toMatchObject({
      defaultBranch: 'main',
      revision: '2',
      lastRun: { number: 7, status: 'QUEUED' },
    });
    expect(await mine.environmentByKey('staging')).toMatchObject({
      view: {
        url: 'https://staging.example.org',
        maximumParallelTestRuns: 3,
        variables: [{ key: 'PASSWORD', value: null }],
      },
    });
  });

  it('list teams with their members', async () => {
    expect(await mine.teams()).toMatchObject([
      { name: 'Cart', slackChannel: '#cart', users: [{ userId: ada, email: 'ada@example.org' }], revision: '5' },
    ]);
    expect(await theirs.teams()).toEqual([]);
  });

  it('list alerts with how their messages went, and where they go as the log has it', async () => {
    const [alert] = await mine.alerts();
    expect(alert).toMatchObject({
      id: failingAlert,
      eventType: 'TESTRUN_FAIL',
      actionType: 'TRIGGER_WEBHOOK',
      criteria: { send: 'onChange', branches: ['main'] },
      status: 'INACTIVE',
      inactiveReason: 'the address is gone',
      project: { name: 'Web shop' },
      environment: { name: 'The staging' },
      sentCount: 1,
      failedCount: 1,
      heldBackCount: 1,
      lastDelivery: { delivered: false, detail: '410 Gone' },
      silence: { reason: 'The database moves', until: '2126-01-31T12:00:00.000Z', by: { id: ada } },
      revision: '5',
    });
    expect(alert?.destination).not.toContain('hooks.example.com');
    expect(await decryptField(recorded.stores.operations.keys, alert?.destination ?? '')).toContain('/secret');
    expect(await theirs.alerts()).toEqual([]);
  });

  it('list connected services without their tokens', async () => {
    const [gitHub, slack] = await mine.authorizations();
    const settings = { hasWebhook: true, commentsOnPullRequests: true };
    expect(gitHub).toMatchObject({ provider: 'GitHub', means: 'app', ...settings });
    expect(JSON.stringify(gitHub)).not.toContain('hook-secret');
    expect(await models.accountsOfInstallation('42')).toEqual([acme]);
    expect(slack).toMatchObject({ provider: 'Slack', identifier: 'Southwind', revision: '1' });
    expect(JSON.stringify(slack)).not.toContain('xoxb');
    expect(await theirs.authorizations()).toEqual([]);
  });

  it('list deploy keys without their private parts', async () => {
    const [key] = await mine.deployKeys();
    expect(key).toMatchObject({ gitUrl: 'git@git.example.org:acme/shop.git', publicKey: 'ssh-ed25519 AAAA' });
    expect(JSON.stringify(key)).not.toContain('private');
    expect(await theirs.deployKeys()).toEqual([]);
  });

  it('list triggers with what came of their last times, and when they are due next', async () => {
    const now = new Date('2026-10-24T12:00:00Z');
    expect(await mine.triggers(now)).toMatchObject([
      {
        id: nightly,
        name: 'Each night',
        enabled: true,
        latestDeploy: true,
        project: { name: 'Web shop' },
        testSuite: { name: 'Quick' },
        environment: { name: 'The staging' },
        pipelineStageId: integration,
        nextRunAt: '2026-10-25T00:30:00.000Z',
        refusals: 1,
        slots: [
          { outcome: 'refused', message: 'There is no such project.', lateMs: 700 },
          { outcome: 'missed', missedCount: 1 },
          { outcome: 'skipped' },
          { outcome: 'fired' },
        ],
        revision: '3',
      },
    ]);
    expect(await theirs.triggers(now)).toEqual([]);
  });

  it('show test plans with what is deployed, how long they take, and how each suite came out last', async () => {
    expect(await mine.testPlans()).toMatchObject([
      {
        name: 'Release gate',
        stageCount: 2,
        suiteCount: 2,
        lastRun: { id: gateRun, status: 'completed', passed: false },
      },
    ]);
    expect(await mine.testPlan(gate)).toMatchObject({
      stages: [
        {
          name: 'Smoke',
          suites: [
            {
              testSuite: { name: 'Quick' },
              deploy: { id: 'deploy-2', buildName: '1.5' },
              problem: null,
              lastResult: { status: 'pass', testRunId: 'gate-again-s0' },
            },
          ],
        },
        { executionType: 'Sequential', suites: [{ branch: 'main', lastResult: { status: 'error', testRunId: null } }] },
      ],
    });
  });

  it('show the runs of a plan with their stages, and the last result of each suite, with those before', async () => {
    expect(await mine.testPlanRunPage({ testPlanId: gate, page: 1, limit: 10 })).toMatchObject({
      total: 1,
      testPlanRuns: [
        {
          id: gateRun,
          status: 'completed',
          passed: false,
          startedBy: 'BOB Tester',
          stageTotals: { total: 2, pass: 1, fail: 1, skipped: 0 },
          stages: [
            {
              status: 'pass',
              suites: [
                {
                  status: 'pass',
                  commit: 'abcdef0123',
                  environment: 'The staging',
                  attempts: [
                    { attempt: 1, status: 'fail', testRunId: runOfGate },
                    { attempt: 2, status: 'pass' },
                  ],
                },
              ],
            },
            { status: 'fail', suites: [{ isError: true, message: 'There is no such environment.', duration: null }] },
          ],
        },
      ],
    });
    expect(await mine.planRunOf(runOfGate)).toBe(gateRun);
    expect(await mine.testPlanRunPage({ testPlanId: gate, page: 2, limit: 10 })).toMatchObject({ testPlanRuns: [] });
  });

  it('list invitations that are open, with the address of whoever was invited', async () => {
    expect(await mine.invitations()).toMatchObject([
      {
        id: 'invitation-id',
        email: 'grace@example.org',
        fullName: 'Grace Hopper',
        roleType: 'USER',
        sentBy: { id: ada, email: 'ada@example.org' },
        validUntil: '2026-03-15T12:00:00.000Z',
      },
    ]);
  });

  it('list suites in use of projects in use by name, and find archived ones by id', async () => {
    expect((await mine.testSuites()).map(({ name }) => name)).toEqual(['Quick', 'Whole']);
    expect((await mine.testSuites(shop)).map(({ name }) => name)).toEqual(['Quick', 'Whole']);
    expect(await mine.testSuites(bank)).toEqual([]);
    expect(await mine.testSuite(shop, smoke)).toMatchObject({
      name: 'Quick',
      archived: false,
      classification: 'END_TO_END',
      includeTags: ['@smoke'],
      revision: '1',
      timeouts: { testTimeoutSeconds: 60, timeoutMinutes: 10 },
    });
    expect(await mine.testSuite(shop, 'gone' as TestSuiteId)).toMatchObject({ name: 'Gone', archived: true });
    expect(await mine.testSuite(bank, smoke)).toBeNull();
    expect(await mine.testRun(history.canceled.id)).toMatchObject({ testSuiteId: smoke, testSuiteName: 'Quick' });
    expect(await mine.testRun(history.passed.id)).toMatchObject({ testSuiteId: null, testSuiteName: null });
  });

  it('return the text of a secret only as stored in the log', async () => {
    const found = await mine.environment(staging);
    const stored = found?.secretValues.PASSWORD ?? '';
    expect(stored).not.toContain('horse');
    expect(await decryptField(recorded.stores.operations.keys, stored)).toBe('horse');
  });

  it("list a project's tests, and those in quarantine with who put them there", async () => {
    const all = await mine.projectTests(shop, { quarantinedOnly: false });
    expect(all?.map(({ id }) => id)).toEqual(['adds', 'pays', 'removes', 'ships', 'logs-in', 'logs-out']);
    expect(await mine.projectTests(shop, { quarantinedOnly: true })).toMatchObject([
      { id: 'pays', quarantined: true, quarantinedByEmail: 'ada@example.org', quarantineReason: 'unstable' },
    ]);
    expect(
      (await mine.projectTest(shop, testId('removes')))?.recent.map(({ number, status }) => [number, status]),
    ).toEqual([
      [3, 'PASS'],
      [2, 'FAIL'],
      [1, 'PASS'],
    ]);
  });

  it('know what tests usually take', async () => {
    const expected = await models.expectedDurations(shop);
    expect(expected.get(testId('removes'))).toBe(107);
    expect(expected.has(testId('nobody'))).toBe(false);
  });

  it('list stages and pools, and know which stage runs its tests in a pool', async () => {
    expect(await mine.runnerPools()).toMatchObject([
      { id: largePool, name: 'Large', maxRunners: 6, currentRunners: 0 },
    ]);
    expect(await mine.pipelineStages()).toMatchObject([
      { id: integration, testRunPriority: 2, linuxRunnerPoolId: largePool, variables: [{ key: 'TOKEN', value: null }] },
    ]);
    expect((await mine.stagesOfPool(largePool)).map(({ id }) => id)).toEqual([integration]);
    expect((await mine.environment(staging))?.view.pipelineStageId).toBe(integration);
  });

  it('show who changed what, newest first, without encrypted values', async () => {
    const trail = await mine.auditTrail(`pipelineStage-${integration}`);
    expect(trail.map(({ entry: { field, newValue } }) => [field, newValue])).toEqual([
      ['linuxRunnerPoolId', largePool],
      ['variables.TOKEN', null],
      ['name', 'Integration'],
      ['priority', '0'],
      ['testRunPriority', '2'],
    ]);
    expect(trail[0]?.entry).toMatchObject({ userName: 'ADA Tester', email: 'ada@example.org' });
  });

  it('list the agents of the installation for everybody, and those of an account only for it', async () => {
    expect((await mine.agents()).map(({ id, status }) => [id, status])).toEqual([
      ['agent-1', 'Running'],
      ['agent-2', 'Exited'],
    ]);
    expect((await theirs.agents()).map(({ id }) => id)).toEqual(['agent-1']);
    expect(await models.runningAgents()).toEqual({ running: 1, capacity: 4 });
  });

  it('know who may do what in which account', async () => {
    expect([await models.roleOf(ada, acme), await models.roleOf(ada, globex)]).toEqual(['ADMIN', null]);
    expect(await models.user(bob)).toMatchObject({
      roles: [{ accountId: 'globex', accountName: 'Globex', roleType: 'USER' }],
    });
  });

  it('show how each environment stands, and since when a project fails there', async () => {
    const { environments } = await mine.recentForEnvironments({});
    const [ofStaging, ...others] = environments.filter(({ recent }) => recent.length > 0);
    expect(others).toEqual([]);
    expect(ofStaging).toMatchObject({ environmentId: staging, lastRunAt: expect.any(String) });
    expect(ofStaging?.recent.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    // What is in progress, and the newest that is over; not what was canceled.
    expect(ofStaging?.latest.map(({ run: { number, status } }) => [number, status])).toEqual([
      [7, 'QUEUED'],
      [6, 'FAIL'],
    ]);
    expect(ofStaging?.latest[1]?.failingSince).toMatchObject({ first: { number: 5 }, lastPass: { number: 3 } });
  });

  it('show of each environment only the runs that match, and when anything ran there last', async () => {
    const { testRuns } = await mine.testRunPage({ offset: 0, limit: 100 });
    const standing = async (query: Parameters<AccountReads['recentForEnvironments']>[0]) => {
      const { environments } = await mine.recentForEnvironments(query);
      const found = environments.find(({ environmentId }) => environmentId === staging);
      return { numbers: found?.recent.map(({ number }) => number), lastRunAt: found?.lastRunAt };
    };
    const lastRunAt = testRuns[0]?.createdAt;
    expect(await standing({ branch: ['feature'] })).toEqual({ numbers: [2], lastRunAt });
    expect(await standing({ build: ['none'] })).toEqual({ numbers: [], lastRunAt });
    expect(await standing({ project: ['none'] })).toEqual({ numbers: [], lastRunAt });
    expect(await standing({ from: '2999-01-01T00:00:00.000Z' })).toEqual({ numbers: [], lastRunAt });
  });

  it('name people and API keys that did something, and nobody else', async () => {
    const actors = [
      { kind: 'user' as const, id: ada },
      { kind: 'apiKey' as const, id: 'nightly-key' },
      { kind: 'apiKey' as const, id: 'unheard-of' },
      { kind: 'automation' as const, id: ada },
    ];
    const found = await models.actors(actors);
    expect([...found].map(([id, { fullName }]) => [id, fullName])).toEqual([
      [ada, 'ADA Tester'],
      ['nightly-key', 'API key Nightly'],
    ]);
  });
});
