import { createHmac } from 'node:crypto';
import {
  authorizationIdOf,
  type CreatedIssue,
  type IssueDraft,
  issueFindingText,
  type TrackedIssueView,
} from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type FakeJira, fakeJira } from '../../../test/support/fakeJira.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { failed, passed, type ReviewedResults, startReviewedResults } from './reviewedResults.ts';

describe('the status of an issue at Jira', () => {
  let jira: FakeJira;
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  let webhook: { url: string; secret: string };
  beforeAll(async () => {
    jira = await fakeJira();
    jira.personalTokens.add('personal-token');
    reviewed = await startReviewedResults({ guard: openOutgoingGuard(['127.0.0.1']), jira: jira.settings });
    api = reviewed.api;
    await api.done('POST', '/authorizations', {
      body: { provider: 'Jira', token: 'personal-token', identifier: jira.url },
    });
    const id = authorizationIdOf(api.admin.accountId, 'Jira');
    webhook = (await api.call<typeof webhook>('POST', `/authorizations/${id}/webhook`)).body;
  });
  afterAll(async () => {
    await api.stop();
    await jira.stop();
  });

  async function created(testRunId: string): Promise<CreatedIssue> {
    const chosen = { projectId: 'SHOP', summary: 'It fails', issueTypeId: '10004', issueUserId: 'ada' };
    const fields = { components: ['10100'], customfield_10042: 'Pay' };
    const body = { ...chosen, fields, testRunId };
    const answer = await api.done<CreatedIssue>('POST', '/jira/issue', { body });
    return answer;
  }
  const issues = async () => {
    await api.caughtUp();
    return (await api.call<TrackedIssueView[]>('GET', `/projects/${reviewed.fields.projectId}/tracked-issues`)).body;
  };
  async function issueOf({ id }: { id: string }): Promise<TrackedIssueView> {
    const found = (await issues()).find((issue) => issue.id === id);
    if (!found) throw new Error('it is not tracked');
    return found;
  }
  /** Sends what Jira sends to a webhook. */
  function tell(message: object, secret = webhook.secret) {
    const body = JSON.stringify(message);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return fetch(`${api.url}${new URL(webhook.url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature': signature },
      body,
    });
  }
  const updated = (key: string, name: string, statusCategory: string) => {
    const status = { name, statusCategory: { key: statusCategory } };
    return { webhookEvent: 'jira:issue_updated', issue: { id: jira.issues.get(key)?.id, key, fields: { status } } };
  };

  it('comes back to the tests by itself', async () => {
    const run = await reviewed.upload(failed('polled', 'The lift is stuck'));
    const issue = await created(run);
    expect(jira.issues.get(issue.issueKey)?.fields.description).toMatch(/^h3\. 1 test of /);
    jira.move(issue.issueKey, { name: 'In Progress', category: 'indeterminate' });
    await eventually(async () => (await issueOf(issue)).status.name === 'In Progress');
    const row = await reviewed.test(run, 'polled');
    expect(row.trackedIssues).toMatchObject([{ issueKey: issue.issueKey, status: 'In Progress', isOpen: true }]);
  });

  it('comes at once by a webhook that Jira signs', async () => {
    const run = await reviewed.upload(failed('told', 'The door is locked'));
    const issue = await created(run);
    const { position } = await reviewed.results(run);
    const message = updated(issue.issueKey, 'Code Review', 'indeterminate');
    expect((await tell(message, 'another secret')).status).toBe(401);
    expect((await tell(message)).status).toBe(204);
    expect((await issueOf(issue)).status).toMatchObject({ name: 'Code Review', category: 'IN_PROGRESS' });
    // Who has the results open reads the row again.
    const { tests } = await reviewed.results(run, `?since=${position}`);
    expect(tests.map(({ trackedIssues }) => trackedIssues[0]?.status)).toEqual(['Code Review']);
    expect((await tell({ webhookEvent: 'jira:issue_updated', issue: { id: '404' } })).status).toBe(204);
    expect((await tell({ webhookEvent: 'jira:issue_deleted', issue: { id: message.issue.id } })).status).toBe(204);
    expect(await issueOf(issue)).toMatchObject({ status: { name: 'Deleted', category: 'GONE' }, isOpen: false });
  });

  it('is compared with the tests: fixed but still failing, and another issue may be created', async () => {
    const fails = () => reviewed.upload(failed('again', 'The key is lost'));
    const issue = await created(await fails());
    await tell(updated(issue.issueKey, 'Done', 'done'));
    expect(await issueOf(issue)).toMatchObject({ isOpen: false, finding: null, failingTests: 1 });
    const later = await fails();
    const fixed = await issueOf(issue);
    expect(fixed.finding).toBe('FIXED_BUT_FAILING');
    expect(issueFindingText(fixed)).toBe('Fixed in Jira but still failing');
    const { body: draft } = await api.call<IssueDraft>('POST', '/jira/issue/draft', { body: { testRunId: later } });
    expect([draft.open, draft.earlier.map(({ issueKey }) => issueKey)]).toEqual([[], [issue.issueKey]]);
    const closed = await api.call('POST', `/tracked-issues/${issue.id}/failures`, { body: { testRunId: later } });
    expect(closed).toMatchObject({ status: 409, body: { code: 'trackedIssue.closed' } });
    const next = await created(later);
    expect(next.issueKey).not.toBe(issue.issueKey);
    expect(
      (await reviewed.test(later, 'again')).trackedIssues.map(({ issueKey, isOpen }) => [issueKey, isOpen]),
    ).toEqual([
      [next.issueKey, true],
      [issue.issueKey, false],
    ]);
  });

  it('is compared with the tests: open but passing since some runs', async () => {
    const issue = await created(
      await reviewed.upload(failed('well', 'The till is shut'), failed('so well', 'The till is shut')),
    );
    await reviewed.upload(passed('well'), failed('so well', 'The till is shut'));
    expect((await issueOf(issue)).finding).toBeNull();
    await reviewed.upload(passed('well'), passed('so well'));
    const once = await issueOf(issue);
    expect(issueFindingText(once)).toBe('Open but passing since 1 run');
    const last = await reviewed.upload(passed('well'), passed('so well'));
    const passing = await issueOf(issue);
    expect(passing).toMatchObject({ finding: 'OPEN_BUT_PASSING', passingRuns: 2, failingTests: 0 });
    expect(issueFindingText(passing)).toBe('Open but passing since 2 runs');
    // A test that passes shows what is still open about it.
    expect((await reviewed.test(last, 'so well')).trackedIssues.map(({ issueKey }) => issueKey)).toEqual([
      issue.issueKey,
    ]);
  });
});
