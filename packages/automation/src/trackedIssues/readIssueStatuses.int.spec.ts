import type { ProblemId, ProjectId, TestRunId, TrackedIssueId } from '@assay/contract';
import { trackedIssuesDecider } from '@assay/domain';
import type { FakeJira } from '../../../../test/support/fakeJira.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { type JiraJobsUnderTest, startJiraJobs } from '../../test/jiraJobsUnderTest.ts';
import type { ServiceUnderTest } from '../../test/serviceUnderTest.ts';
import { readIssueStatuses } from './readIssueStatuses.ts';

describe('statuses of issues at their tracker', () => {
  let jobs: JiraJobsUnderTest;
  let service: ServiceUnderTest;
  let jira: FakeJira;
  let job: ReturnType<typeof readIssueStatuses>;
  beforeAll(async () => {
    jobs = await startJiraJobs();
    ({ service, jira } = jobs);
  });
  afterAll(() => jobs.stop());
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
  /** Runs the job. @param minutes after its first run */
  const read = (minutes = 0) => jobs.run(job, minutes);
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
