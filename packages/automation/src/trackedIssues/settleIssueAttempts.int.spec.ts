import type { AccountId, ProblemId, ProjectId, TestRunId, TrackedIssueId } from '@assay/contract';
import { authorizationDecider, openIssuesFor, trackedIssuesDecider } from '@assay/domain';
import type { FakeJira } from '../../../../test/support/fakeJira.ts';
import { bank, globex, shop } from '../../../../test/support/recordedIds.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { type JiraJobsUnderTest, jiraConnection, startJiraJobs } from '../../test/jiraJobsUnderTest.ts';
import { settleIssueAttempts } from './settleIssueAttempts.ts';

describe('attempts to create an issue', () => {
  let jobs: JiraJobsUnderTest;
  let jira: FakeJira;
  let job: ReturnType<typeof settleIssueAttempts>;
  beforeAll(async () => {
    jobs = await startJiraJobs();
    ({ jira } = jobs);
  });
  afterAll(() => jobs.stop());
  beforeEach(() => {
    job = settleIssueAttempts();
    jira.instead = () => undefined;
    jira.received.length = 0;
  });

  const log = () => jobs.service.stores.eventLog;
  let attempts = 0;
  /** The wish of a process that died before the answer. */
  async function begun(): Promise<TrackedIssueId> {
    attempts += 1;
    const trackedIssueId = `${shop}.attempt-${attempts}` as TrackedIssueId;
    const failures = { testRunId: 'run' as TestRunId, problemIds: [`problem-${attempts}` as ProblemId], testIds: [] };
    const requestedAt = new Date().toISOString();
    const wish = { provider: 'Jira' as const, trackerProjectId: '10001', summary: `Attempt ${attempts}`, requestedAt };
    const command = {
      type: 'requestIssue' as const,
      projectId: shop as ProjectId,
      trackedIssueId,
      ...wish,
      ...failures,
    };
    await log().handle(trackedIssuesDecider, shop, command, signedBy('ada'));
    return trackedIssueId;
  }
  /** The issue that Jira created for it all the same. */
  function createdInJira(intent: TrackedIssueId): string {
    const key = `SHOP-${attempts}`;
    const status = { name: 'To Do', category: 'new' as const };
    const properties = { assay: { intent } };
    jira.issues.set(key, { id: String(2_000 + attempts), key, fields: {}, properties, comments: [], status });
    return key;
  }
  async function standing(id: TrackedIssueId): Promise<string> {
    const { state } = await log().load(trackedIssuesDecider, shop);
    const issue = state.get(id);
    if (!issue) return 'unknown';
    const isOpen = openIssuesFor(state, { problemIds: [...issue.problemIds], testIds: [] }).includes(issue);
    const what = issue.status === 'refused' && issue.unsure ? 'unsure' : issue.status;
    return `${what}, ${isOpen ? 'open' : 'free'}`;
  }

  it('are left alone while their process may still wait for the tracker', async () => {
    const id = await begun();
    await jobs.run(job, 0.5);
    expect([await standing(id), jira.received.length]).toEqual(['requested, open', 0]);
    await jobs.run(job, 2);
  });

  it('become the issue that the tracker has, without another request of a person', async () => {
    const id = await begun();
    const key = createdInJira(id);
    await jobs.run(job, 2);
    expect(await standing(id)).toBe('created, open');
    const shown = await jobs.service.readModels.of(acme).projectIssues(shop);
    expect(shown.find(({ issueKey }) => issueKey === key)).toMatchObject({ status: { name: 'To Do' } });
  });

  it('leave the failure free where the tracker has no issue', async () => {
    const id = await begun();
    await jobs.run(job, 2);
    expect(await standing(id)).toBe('refused, free');
    const asked = jira.received.length;
    await jobs.run(job, 4);
    expect(jira.received.length).toBe(asked);
  });

  it('leave the failure free while the tracker is away, and are found once it is back', async () => {
    const [id, other] = [await begun(), await begun()];
    createdInJira(other);
    jira.instead = () => ({ status: 503, body: '' });
    await jobs.run(job, 2);
    expect([await standing(id), await standing(other)]).toEqual(['unsure, free', 'unsure, free']);
    const asked = jira.received.length;
    jira.instead = () => undefined;
    await jobs.run(job, 3);
    expect(jira.received.length).toBe(asked);
    await jobs.run(job, 8);
    expect([await standing(id), await standing(other)]).toEqual(['refused, free', 'created, open']);
  });

  it('wait as long as the tracker says when it limits requests', async () => {
    const id = await begun();
    createdInJira(id);
    jira.instead = () => ({ status: 429, headers: { 'retry-after': '600' }, body: '' });
    await jobs.run(job, 2);
    jira.instead = () => undefined;
    await jobs.run(job, 11);
    expect(await standing(id)).toBe('unsure, free');
    await jobs.run(job, 13);
    expect(await standing(id)).toBe('created, open');
  });

  it('leave the failure free where the tracker is not connected any more', async () => {
    const id = await begun();
    const { eventLog } = jobs.service.stores;
    const revoke = { type: 'revokeAuthorization' as const };
    await eventLog.handle(authorizationDecider, jiraConnection, revoke, signedBy('ada'));
    await jobs.run(job, 2);
    expect(await standing(id)).toBe('unsure, free');
    await jobs.connect();
    createdInJira(id);
    await jobs.run(job, 3);
    expect(await standing(id)).toBe('created, open');
  });

  it('of one account, however many, leave those of another in the list', async () => {
    const { eventLog } = jobs.service.stores;
    const requestedAt = '2026-11-29T10:00:00Z';
    const wish = { provider: 'Jira' as const, trackerProjectId: '10001', summary: 'Many', requestedAt, testIds: [] };
    const request = (project: ProjectId, count: number, accountId: AccountId) => {
      const failures = { testRunId: 'run' as TestRunId, problemIds: [`problem-${project}-${count}` as ProblemId] };
      const of = { projectId: project, trackedIssueId: `${project}.many-${count}` as TrackedIssueId };
      const command = { type: 'requestIssue' as const, ...of, ...wish, ...failures };
      return eventLog.handle(trackedIssuesDecider, project, command, signedBy('bob', accountId));
    };
    for (let count = 0; count < 201; count++) await request(bank, count, globex);
    await request(shop, 0, acme);
    await jobs.caughtUp();
    const at = { before: '2030-01-01T00:00:00Z', unsureSince: requestedAt };
    const attempts = await jobs.service.readModels.attemptsToSettle(at);
    expect(attempts.map(({ trackedIssueId }) => trackedIssueId)).toContain(`${shop}.many-0`);
  });
});
