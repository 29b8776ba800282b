import type { FakeJira } from '../../../test/support/fakeJira.ts';
import { down, type JiraIssuesUnderTest, startJiraIssues } from './jiraIssuesUnderTest.ts';
import type { ReviewedResults } from './reviewedResults.ts';

describe('an issue of Jira whose answer was lost', () => {
  let jira: FakeJira;
  let reviewed: ReviewedResults;
  let issues: JiraIssuesUnderTest;
  beforeAll(async () => {
    issues = await startJiraIssues();
    ({ jira, reviewed } = issues);
  });
  afterAll(() => issues.stop());

  const create = (...asked: Parameters<JiraIssuesUnderTest['create']>) => issues.create(...asked);

  it.each([
    ['is cut off', 'cut' as const],
    ['comes from a gateway that gave up', { status: 504, body: '' }],
  ])('is found where the answer to its creation %s, and not created twice', async (how, reply) => {
    const run = await reviewed.upload(down('once', `The ${how.split(' ').at(-1)}`));
    jira.insteadOfCreated = reply;
    const doubtful = await create({ testRunId: run });
    expect([doubtful.status, doubtful.body.code]).toEqual([503, 'issueTracker.doubtful']);
    jira.insteadOfCreated = undefined;
    const inJira = () => [...jira.issues.values()].filter(({ fields }) => JSON.stringify(fields).includes(run));
    const [lost] = inJira();
    // A request for another issue is offered this one.
    const other = await create({ testRunId: run, summary: 'Other words' });
    const { code, message } = other.body;
    expect([code, message]).toEqual(['trackedIssue.open', `${lost?.key} is open for the same failure.`]);
    expect(inJira().length).toBe(1);
  });

  it('waits until Jira’s search must know it', async () => {
    const run = await reviewed.upload(down('lost', 'The lamp'));
    jira.instead = ({ path }) => (path === '/rest/api/3/issue' ? { status: 502, body: '' } : undefined);
    expect((await create({ testRunId: run })).body.code).toBe('issueTracker.doubtful');
    jira.instead = () => undefined;
    const early = await create({ testRunId: run });
    expect([early.status, early.body.code]).toEqual([503, 'issueTracker.doubtful']);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is answered when Create is pressed again', async () => {
    const run = await reviewed.upload(down('repeated', 'The mirror'));
    const key = { 'idempotency-key': 'one-press-of-the-button' };
    jira.insteadOfCreated = 'cut';
    expect((await create({ testRunId: run }, key)).body.code).toBe('issueTracker.doubtful');
    jira.insteadOfCreated = undefined;
    const repeated = await create({ testRunId: run }, key);
    expect(repeated.status).toBe(201);
    expect([...jira.issues.values()].filter(({ fields }) => JSON.stringify(fields).includes(run)).length).toBe(1);
    expect(jira.issues.get(repeated.body.issueKey)?.properties).toEqual({ assay: { intent: repeated.body.id } });
  });
});
