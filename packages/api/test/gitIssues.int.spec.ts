import {
  type CreatedIssue,
  type ErrorBody,
  type IssueMetadataView,
  type IssueTracker,
  issueTrackerNames,
  type TrackedIssueView,
  type TrackerProject,
} from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, type Reply, receivingServer } from '../../../test/support/receivingServer.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { failed, type ReviewedResults, startReviewedResults } from './reviewedResults.ts';

type GitIssue = { number: number; text: string; title: string; state: string; comments: string[] };

const json = (status: number, body: unknown): Reply => ({ status, body: JSON.stringify(body) });

const askAgainSoon: Reply = { status: 429, headers: { 'retry-after': '1' }, body: '{"message":"Slow down"}' };

/** A fake of GitHub's or GitLab's issues on loopback, which speaks its HTTP. */
function gitIssues(server: ReceivingServer, provider: 'GitHub' | 'Gitlab') {
  const isGitHub = provider === 'GitHub';
  const issues: GitIssue[] = [];
  const shown = ({ number, text, title, state }: GitIssue) =>
    isGitHub
      ? {
          id: 9000 + number,
          number,
          title,
          body: text,
          state,
          html_url: `${server.url}/northwind/shop/issues/${number}`,
        }
      : {
          id: 9000 + number,
          iid: number,
          title,
          description: text,
          state,
          web_url: `${server.url}/northwind/shop/-/issues/${number}`,
        };
  const list = isGitHub ? '/api/v3/repos/northwind/shop/issues' : '/api/v4/projects/northwind%2Fshop/issues';
  const isDisabled = { value: false };
  const insteadOfCreated: { value: Reply | undefined } = { value: undefined };
  server.reply = ({ method, path, headers, body }) => {
    if (headers.authorization !== 'Bearer token-of-git') return json(401, { message: 'Bad credentials' });
    const { pathname } = new URL(path, server.url);
    if (pathname.endsWith('/user'))
      return json(200, isGitHub ? { login: 'ada', name: 'Ada' } : { username: 'ada', name: 'Ada' });
    if (pathname === '/api/v3/user/repos') {
      return json(200, [
        { full_name: 'northwind/shop', clone_url: `${server.url}/northwind/shop.git`, default_branch: 'main' },
      ]);
    }
    if (pathname === '/api/v4/projects') {
      return json(200, [
        { path_with_namespace: 'northwind/shop', http_url_to_repo: `${server.url}/northwind/shop.git` },
      ]);
    }
    if (isDisabled.value) return json(410, { message: 'Issues are disabled for this repo' });
    if (pathname === list && method === 'GET') return json(200, [...issues].reverse().map(shown));
    if (pathname === list) {
      const { title, body: text, description } = JSON.parse(body);
      if (title === 'refused')
        return json(422, { message: 'Validation Failed', errors: [{ field: 'title', code: 'invalid' }] });
      const issue = {
        number: issues.length + 1,
        text: text ?? description,
        title,
        state: isGitHub ? 'open' : 'opened',
        comments: [],
      };
      issues.push(issue);
      return insteadOfCreated.value ?? json(201, shown(issue));
    }
    const [, number, part] = /\/issues\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const issue = issues[Number(number) - 1];
    if (!issue) return json(404, { message: 'Not Found' });
    // Statuses are read every ten minutes: none is read before it changes.
    if (method === 'GET' && issue.state !== 'closed') return askAgainSoon;
    if (part === (isGitHub ? 'comments' : 'notes')) issue.comments.push(JSON.parse(body).body);
    return json(part ? 201 : 200, shown(issue));
  };
  return { issues, isDisabled, insteadOfCreated };
}

describe.each(['GitHub', 'Gitlab'] as const)('issues of %s about failures', (provider) => {
  let server: ReceivingServer;
  let fake: ReturnType<typeof gitIssues>;
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  const name = issueTrackerNames[provider satisfies IssueTracker];
  beforeAll(async () => {
    server = await receivingServer();
    fake = gitIssues(server, provider);
    reviewed = await startReviewedResults({ guard: openOutgoingGuard(['127.0.0.1']) });
    api = reviewed.api;
    const body = { provider, token: 'token-of-git', identifier: server.url };
    await api.done('POST', '/authorizations', { body });
  });
  afterAll(async () => {
    await api.stop();
    await server.stop();
  });

  const create = (body: object) =>
    api.call<CreatedIssue & ErrorBody>('POST', '/jira/issue', {
      body: { provider, projectId: 'northwind/shop', summary: 'It fails', ...body },
    });

  it('use the connection that exists, and ask for a title and a text only', async () => {
    expect((await api.call('GET', '/issue-trackers')).body).toEqual([
      { provider, name, address: server.url, deployment: null },
    ]);
    const { body: projects } = await api.call<TrackerProject[]>('GET', `/jira/project?provider=${provider}&query=SHOP`);
    expect(projects).toEqual([{ id: 'northwind/shop', key: 'northwind/shop', name: 'shop' }]);
    const query = `provider=${provider}&jiraProjectId=northwind%2Fshop`;
    const { body } = await api.call<IssueMetadataView>('GET', `/jira/issue/metadata?${query}`);
    expect(body).toMatchObject({
      issueTypes: [],
      asks: { issueType: false, priority: false, reporter: false },
      requiredFields: [],
      me: { accountId: 'ada', displayName: 'Ada' },
    });
  });

  it('are created once, commented on, and closed there', async () => {
    const run = await reviewed.upload(failed('pays', 'The gateway is down'));
    const { status, body } = await create({ testRunId: run });
    expect([status, body.issueKey]).toEqual([201, 'northwind/shop#1']);
    expect(fake.issues[0]?.text).toContain('```\nThe gateway is down\n```');
    await api.caughtUp();
    const again = await create({ testRunId: run });
    expect([again.status, again.body.message]).toEqual([409, 'northwind/shop#1 is open for the same failure.']);
    const later = await reviewed.upload(failed('pays', 'The gateway is down'), failed('ships', 'The gateway is down'));
    await api.done('POST', `/tracked-issues/${body.id}/failures`, { body: { testRunId: later } });
    expect(fake.issues[0]?.comments[0]).toContain(`/test-runs/${later}`);
    const issue = fake.issues[0];
    if (issue) issue.state = 'closed';
    const list = `/projects/${reviewed.fields.projectId}/tracked-issues`;
    const shown = await eventually(async () => {
      const [first] = (await api.call<TrackedIssueView[]>('GET', list)).body;
      return first?.isOpen === false ? first : null;
    });
    expect(shown.status).toMatchObject({ name: 'Closed', category: 'DONE' });
  });

  it('say what the service refuses', async () => {
    const run = await reviewed.upload(failed('refused', 'The bell is broken'));
    const refused = await create({ testRunId: run, summary: 'refused' });
    expect([refused.status, refused.body.code]).toEqual([400, 'issueTracker.refused']);
    expect(refused.body.message).toMatch(/^Validation Failed/);
    fake.isDisabled.value = true;
    expect((await create({ testRunId: run })).body.message).toBe('Issues are disabled for this repo');
    fake.isDisabled.value = false;
  });

  it('are found where the answer to their creation was lost', async () => {
    const run = await reviewed.upload(failed('lost', 'The lamp is out'));
    fake.insteadOfCreated.value = 'cut';
    expect((await create({ testRunId: run })).body.code).toBe('issueTracker.doubtful');
    fake.insteadOfCreated.value = undefined;
    const count = fake.issues.length;
    const { status, body } = await create({ testRunId: run });
    expect([status, body.issueKey, fake.issues.length]).toEqual([201, `northwind/shop#${count}`, count]);
  });
});
