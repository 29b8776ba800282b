import {
  authorizationIdOf,
  type ProblemId,
  type ProjectId,
  type TestRunId,
  type TrackedIssueId,
} from '@assay/contract';
import { authorizationDecider, trackedIssuesDecider } from '@assay/domain';
import { jiraSettingsOf, openOutgoingGuard } from '@assay/integrations';
import { pino } from 'pino';
import { type FakeJira, fakeJira } from '../../../../test/support/fakeJira.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';
import { openTrackers, type Trackers } from './openTrackers.ts';
import { readIssueStatuses } from './readIssueStatuses.ts';

const email = 'ada@northwind.test';
const authorizationId = authorizationIdOf(acme, 'Jira');
const minuteMs = 60_000;

describe('statuses of issues at their tracker', () => {
  let service: ServiceUnderTest;
  let jira: FakeJira;
  let trackers: Trackers;
  let job: ReturnType<typeof readIssueStatuses>;
  beforeAll(async () => {
    [service, jira] = await Promise.all([ServiceUnderTest.start(), fakeJira()]);
    // The job is run by hand, at times of the tests.
    await service.stopAutomation();
    jira.apiTokens.set(email, { token: 'token', hasScopes: false });
    const gitApps = { oauth: [], gitHubApp: null };
    const guard = openOutgoingGuard(['127.0.0.1']);
    trackers = openTrackers(service.stores, { guard, gitApps, jira: jiraSettingsOf({}) });
    const endpoint = { apiUrl: jira.url, deployment: 'Cloud', user: email };
    const granted = { authorizationId, provider: 'Jira', identifier: jira.url, token: 'token', endpoint };
    await service.stores.eventLog.handle(
      authorizationDecider,
      authorizationId,
      { type: 'grantAuthorization', ...granted },
      signedBy('ada'),
    );
  });
  afterAll(async () => {
    trackers.close();
    await jira.stop();
    await service.stop();
  });
  beforeEach(() => {
    job = readIssueStatuses();
    jira.instead = () => undefined;
    jira.received.length = 0;
  });

  let issues = 0;
  /** An issue that Jira has created, as it is tracked. */
  async function tracked(): Promise<string> {
    issues += 1;
    const key = `SHOP-${issues}`;
    jira.issues.set(key, {
      id: String(1_000 + issues),
      key,
      fields: {},
      properties: {},
      comments: [],
      status: { name: 'To Do', category: 'new' },
    });
    const of = { projectId: shop as ProjectId, trackedIssueId: `${shop}.issue-${issues}` as TrackedIssueId };
    const failures = { testRunId: 'run' as TestRunId, problemIds: [`problem-${issues}` as ProblemId], testIds: [] };
    const wish = {
      provider: 'Jira' as const,
      trackerProjectId: '10001',
      summary: key,
      requestedAt: '2026-11-29T10:00:00Z',
    };
    const issue = {
      issueId: String(1_000 + issues),
      issueKey: key,
      url: `${jira.url}/browse/${key}`,
      statusName: 'To Do',
      category: 'TO_DO' as const,
    };
    const { handle } = service.stores.eventLog;
    await handle(trackedIssuesDecider, shop, { type: 'requestIssue', ...of, ...wish, ...failures }, signedBy('ada'));
    await handle(trackedIssuesDecider, shop, { type: 'recordIssue', ...of, issue }, signedBy('ada'));
    return key;
  }
  const caughtUp = async () => {
    const head = await service.stores.eventLog.head();
    if (head) await service.readModels.waitFor(head.position, minuteMs);
  };
  /** Runs the job. @param minutes after its first run */
  async function read(minutes = 0): Promise<void> {
    await caughtUp();
    const { eventLog } = service.stores;
    const stores = { eventLog, readModels: service.readModels, log: pino({ level: 'silent' }) };
    const { trackerFor } = trackers;
    await job.run({ ...stores, trackerFor }, new Date(Date.now() + minutes * minuteMs));
    await caughtUp();
  }
  async function statusOf(key: string): Promise<string> {
    const found = await service.readModels.of(acme).projectIssues(shop);
    const issue = found.find(({ issueKey }) => issueKey === key);
    return `${issue?.status.name} ${issue?.status.category}`;
  }
  const batches = () => jira.received.filter(({ path }) => path === '/rest/api/3/issue/bulkfetch');

  it('are read in batches of a hundred, once a minute', async () => {
    const keys: string[] = [];
    for (let count = 0; count < 101; count++) keys.push(await tracked());
    const [first = '', second = ''] = keys;
    jira.move(first, { name: 'In Review', category: 'indeterminate' });
    jira.move(keys.at(-1) ?? '', { name: 'Done', category: 'done' });
    await read();
    expect(batches().map(({ body }) => JSON.parse(body).issueIdsOrKeys.length)).toEqual([100, 1]);
    expect(await statusOf(first)).toBe('In Review IN_PROGRESS');
    expect(await statusOf(second)).toBe('To Do TO_DO');
    expect(await statusOf(keys.at(-1) ?? '')).toBe('Done DONE');
    await read(0.5);
    expect(batches().length).toBe(2);
    await read(1);
    expect(batches().length).toBe(3);
  });

  it('of closed issues are read by the hour, as they are reopened', async () => {
    const key = await tracked();
    jira.move(key, { name: 'Done', category: 'done' });
    await read();
    expect(await statusOf(key)).toBe('Done DONE');
    jira.move(key, { name: 'Reopened', category: 'new' });
    await read(2);
    expect(await statusOf(key)).toBe('Done DONE');
    await read(60);
    expect(await statusOf(key)).toBe('Reopened TO_DO');
  });

  it('say that an issue was deleted', async () => {
    const key = await tracked();
    jira.issues.delete(key);
    await read();
    expect(await statusOf(key)).toBe('Deleted GONE');
  });

  it('wait as long as Jira says when it limits requests', async () => {
    const key = await tracked();
    jira.move(key, { name: 'Done', category: 'done' });
    jira.instead = () => ({ status: 429, headers: { 'retry-after': '600' }, body: '' });
    await read();
    const asked = jira.received.length;
    jira.instead = () => undefined;
    await read(9);
    expect(jira.received.length).toBe(asked);
    await read(10);
    expect(await statusOf(key)).toBe('Done DONE');
  });
});
