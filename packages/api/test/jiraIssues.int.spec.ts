import type {
  CreatedIssue,
  ErrorBody,
  IssueDraft,
  IssueMetadataView,
  ProblemView,
  TrackedIssueView,
  TrackerProject,
} from '@assay/contract';
import type { FakeJira } from '../../../test/support/fakeJira.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { chosen, down, type JiraIssuesUnderTest, startJiraIssues } from './jiraIssuesUnderTest.ts';
import { failed, passed, type ReviewedResults } from './reviewedResults.ts';

describe('issues of Jira about failures', () => {
  let jira: FakeJira;
  let reviewed: ReviewedResults;
  let api: ApiUnderTest;
  let issues: JiraIssuesUnderTest;
  beforeAll(async () => {
    issues = await startJiraIssues();
    ({ jira, reviewed, api } = issues);
  });
  afterAll(() => issues.stop());
  beforeEach(() => {
    jira.instead = () => undefined;
    jira.insteadOfCreated = undefined;
  });

  const create = (...asked: Parameters<JiraIssuesUnderTest['create']>) => issues.create(...asked);
  const draft = (body: object) => api.call<IssueDraft & ErrorBody>('POST', '/jira/issue/draft', { body });
  const refusal = ({ body }: { body: ErrorBody }) => [body.code, body.message, body.errors ?? []];
  const fieldsOf = ({ body }: { body: ErrorBody }) => body.errors?.map(({ field, message }) => [field, message]);
  const creations = () => jira.received.filter(({ path, method }) => method === 'POST' && path === '/rest/api/3/issue');

  it('are created in projects that are found by part of their name, with the fields that these require', async () => {
    const { body: found } = await api.call<TrackerProject[]>('GET', '/jira/project?query=shop');
    expect(found).toEqual([
      { id: '10001', key: 'SHOP', name: 'Shop front' },
      { id: '10002', key: 'SHOPO', name: 'Shop operations' },
    ]);
    const { body } = await api.call<IssueMetadataView>('GET', '/jira/issue/metadata?jiraProjectId=10001');
    expect(body).toMatchObject({
      issueTypes: [
        { id: '10003', name: 'Task' },
        { id: '10004', name: 'Bug' },
      ],
      priorities: [
        { id: '2', name: 'High' },
        { id: '3', name: 'Medium' },
      ],
      users: [{ displayName: 'Ada Duarte' }, { displayName: 'Lin' }],
      issueTypeId: '10004',
      asks: { issueType: true, priority: true, reporter: true },
      me: { accountId: '5b10' },
    });
    // They are on the second page of the fields; one has a default value.
    expect(body.requiredFields).toEqual([
      {
        id: 'components',
        name: 'Affected component',
        kind: 'options',
        options: [
          { id: '10100', name: 'Cart' },
          { id: '10101', name: 'Checkout' },
        ],
      },
      { id: 'customfield_10042', name: 'Steps to reproduce', kind: 'paragraph', options: [] },
    ]);
    const { body: task } = await api.call<IssueMetadataView>(
      'GET',
      '/jira/issue/metadata?jiraProjectId=10001&issueTypeId=10003&userQuery=lin',
    );
    expect(task).toMatchObject({ asks: { priority: false, reporter: false }, requiredFields: [] });
    expect(task.users.map(({ displayName }) => displayName)).toEqual(['Lin']);
  });

  it('say what fails, with the error and links, as Atlassian’s document', async () => {
    const run = await reviewed.upload(
      failed('keeps @here the discount', 'boom &#10;expect(received).toEqual(expected)'),
      failed('keeps it', 'boom &#10;expect(received).toEqual(expected)'),
      passed('adds'),
    );
    const rows = (await reviewed.results(run)).tests;
    const { body: drafted } = await draft({ testRunId: run });
    expect(drafted).toMatchObject({ testRunId: run, testCount: 2, open: [], earlier: [] });
    expect(drafted.title).toMatch(/^2 tests of Shop #\d+$/);
    const answer = await create({ testRunId: run, summary: drafted.summary });
    expect(answer.status).toBe(201);
    const { issueKey, url } = answer.body;
    expect(url).toBe(`${jira.url}/browse/${issueKey}`);
    const made = jira.issues.get(issueKey);
    if (!made) throw new Error('there is no issue in Jira');
    const { fields, properties } = made;
    expect(fields).toMatchObject({
      project: 'SHOP',
      issuetype: { id: '10004' },
      priority: { id: '2' },
      reporter: { id: '5b10' },
      components: [{ id: '10100' }],
      customfield_10042: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ text: 'Pay ' }, { text: 'twice', marks: [{ type: 'strong' }] }] }],
      },
      description: { type: 'doc', version: 1 },
    });
    expect(properties).toEqual({ assay: { intent: answer.body.id } });
    const text = JSON.stringify(fields.description);
    expect(text).toContain('expect(received).toEqual(expected)');
    expect(text).toContain(`https://assay.example.org/acme/test-runs/${run}`);
    // The name of a test mentions no user.
    expect(text).toContain('@\\u200bhere'.replace('\\u200b', '\u200b'));
    await api.caughtUp();
    const short = { id: answer.body.id, issueKey, url, provider: 'Jira', status: 'To Do', isOpen: true };
    const { tests } = await reviewed.results(run);
    expect(tests.map(({ name, trackedIssues }) => [name.split(' ')[1], trackedIssues])).toEqual(
      rows.map(({ name, status }) => [name.split(' ')[1], status === 'FAIL' ? [short] : []]),
    );
    const problem = await api.call<ProblemView>(
      'GET',
      `/projects/${reviewed.fields.projectId}/problems/${drafted.rootCauseIds[0]}`,
    );
    expect(problem.body.trackedIssues).toEqual([short]);
  });

  it('are one for a failure: the open one is offered, in later runs too', async () => {
    const first = await reviewed.upload(down('pays', 'The gateway'));
    const { issueKey, id } = (await create({ testRunId: first })).body;
    await api.caughtUp();
    const later = await reviewed.upload(down('pays', 'The gateway'), down('ships', 'The gateway'));
    const before = creations().length;
    const again = await create({ testRunId: later });
    expect([again.status, ...refusal(again)]).toEqual([
      409,
      'trackedIssue.open',
      `${issueKey} is open for the same failure.`,
      [],
    ]);
    expect(creations().length).toBe(before);
    const { open, rootCauseIds } = (await draft({ testRunId: later })).body;
    expect(open).toMatchObject([
      { id, issueKey, status: { name: 'To Do', category: 'TO_DO' }, isOpen: true, testCount: 1, failingTests: 1 },
    ]);
    expect(open[0]).toMatchObject({ source: { testRunId: first }, createdBy: { id: api.admin.userId } });
    // The later run is added to it, and Jira gets a comment.
    await api.done('POST', `/tracked-issues/${id}/failures`, { body: { testRunId: later } });
    expect(JSON.stringify(jira.issues.get(issueKey)?.comments)).toContain(`/test-runs/${later}`);
    const { body: ofCause } = await api.call<TrackedIssueView[]>('GET', `/jira/issue/root-cause/${rootCauseIds[0]}`);
    expect(ofCause).toMatchObject([{ issueKey, testCount: 2, rootCauseIds }]);
    const { body: ofProject } = await api.call<TrackedIssueView[]>(
      'GET',
      `/projects/${reviewed.fields.projectId}/tracked-issues`,
    );
    expect(ofProject.map((issue) => issue.issueKey)).toContain(issueKey);
  });

  it('is one when two people press Create at the same time', async () => {
    const run = await reviewed.upload(down('both', 'The queue'));
    const answers = await Promise.all([create({ testRunId: run }), create({ testRunId: run })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const inJira = [...jira.issues.values()].filter(({ fields }) =>
      JSON.stringify(fields).includes('The queue is down'),
    );
    expect(inJira.length).toBe(1);
  });

  it('are of the tests that were chosen, or of a root cause in its latest run', async () => {
    await reviewed.upload(down('chosen', 'The cache'), down('left out', 'The disk'));
    const run = await reviewed.upload(down('chosen', 'The cache'), down('left out', 'The disk'), passed('well'));
    const { tests } = await reviewed.results(run);
    const rowOf = (name: string) => tests.find((row) => row.name.endsWith(name));
    const ofTests = await create({ testRunId: run, testRunTestIds: [rowOf('chosen')?.id] });
    expect(ofTests.status).toBe(201);
    const description = JSON.stringify(jira.issues.get(ofTests.body.issueKey)?.fields.description);
    expect(description).toContain('The cache is down');
    expect(description).not.toContain('The disk is down');
    const rootCauseId = rowOf('left out')?.testRunAnalysisRootCauseId;
    const ofCause = await create({ rootCauseId });
    expect(ofCause.status).toBe(201);
    expect(JSON.stringify(jira.issues.get(ofCause.body.issueKey)?.fields)).toContain(`/test-runs/${run}?rootCauseId=`);
    const bothProblems = `${rowOf('chosen')?.testRunAnalysisRootCauseId},${rootCauseId}`;
    const { body: ofBoth } = await draft({ testRunId: run, rootCauseId: bothProblems });
    expect(ofBoth.rootCauseIds.sort()).toEqual(bothProblems.split(',').sort());

    expect(fieldsOf(await create({ testRunId: run, testRunTestIds: [rowOf('well')?.id] }))).toEqual([
      ['testRunTestIds', 'None of these tests fails'],
    ]);
    expect(fieldsOf(await create({ testRunId: run, testRunTestIds: [`${run}.nothing`] }))).toEqual([
      ['testRunTestIds', 'Not a test of this run'],
    ]);
    expect(fieldsOf(await create({ testRunId: run, rootCauseId: 'another' }))).toEqual([
      ['rootCauseId', 'No failed test of this run has this root cause'],
    ]);
    expect(fieldsOf(await create({}))).toEqual([['testRunId', 'Select a test run, tests or a root cause']]);
    const well = await reviewed.upload(passed('well'));
    expect(fieldsOf(await create({ testRunId: well }))).toEqual([['testRunId', 'No test of this run fails']]);
    expect((await create({ rootCauseId: 'another' })).body.code).toBe('problem.notFound');
  });

  it('say at its field what Jira refuses, and can be created once that is filled in', async () => {
    const run = await reviewed.upload(down('refused', 'The proxy'));
    const refused = await create({ testRunId: run, fields: {}, issueUserId: 'unknown', issuePriorityId: '9' });
    expect(refused.status).toBe(400);
    expect(fieldsOf(refused)).toEqual([
      ['fields.components', 'Affected component is required.'],
      ['fields.customfield_10042', 'Steps to reproduce is required.'],
      ['issueUserId', 'The reporter specified is not a user.'],
      ['issuePriorityId', 'The priority selected is invalid.'],
    ]);
    expect(fieldsOf(await create({ testRunId: run, projectId: '1' }))).toEqual([
      ['projectId', "No project could be found with key '1'."],
    ]);
    expect(fieldsOf(await create({ testRunId: run, issueTypeId: null, summary: '' }))).toEqual([
      ['summary', "Can't be blank"],
    ]);
    expect(fieldsOf(await create({ testRunId: run, issueTypeId: null }))).toEqual([
      ['issueTypeId', 'Select an issue type'],
    ]);
    expect((await create({ testRunId: run })).status).toBe(201);
  });

  it('do not sign anybody out when Jira answers 401, and wait as long as it says', async () => {
    const run = await reviewed.upload(down('waits', 'The mailer'));
    jira.instead = () => ({ status: 401, body: 'Client must be authenticated' });
    for (const answer of [
      await create({ testRunId: run }),
      await api.call<ErrorBody>('GET', '/jira/project?query=shop'),
      await api.call<ErrorBody>('GET', '/jira/issue/metadata?jiraProjectId=10001'),
    ]) {
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        409,
        'issueTracker.unusable',
        'Jira does not accept the connection: it has expired or was revoked. Connect it again.',
      ]);
    }
    jira.instead = () => ({ status: 429, headers: { 'retry-after': '30' }, body: '' });
    const often = await create({ testRunId: run });
    expect([often.status, often.headers['retry-after'], often.body.message]).toEqual([
      503,
      '30',
      'Jira limits the rate of requests. Try again in 30 s.',
    ]);
    jira.instead = () => ({ status: 503, body: '<html>' });
    expect((await create({ testRunId: run })).body.message).toBe('Jira answers 503. Try again later.');
    jira.instead = () => ({ status: 200, body: '<html>' });
    expect((await create({ testRunId: run })).body.message).toBe(
      'What answers at this address is not the API of Jira.',
    );
    jira.instead = () => undefined;
    expect((await create({ testRunId: run })).status).toBe(201);
  });

  it('belong to their account alone', async () => {
    const run = await reviewed.upload(down('own', 'The vault'));
    const { id } = (await create({ testRunId: run })).body;
    await api.caughtUp();
    const [rootCauseId] = (await draft({ testRunId: run })).body.rootCauseIds;
    const as = reviewed.stranger;
    const statusOf = async (method: string, path: string, body?: object) =>
      (await api.call<ErrorBody>(method, path, { as, ...(body ? { body } : {}) })).body.code;
    expect(await statusOf('POST', '/jira/issue', { ...chosen, testRunId: run })).toBe('testRun.notFound');
    expect(await statusOf('POST', '/jira/issue/draft', { testRunId: run })).toBe('testRun.notFound');
    expect(await statusOf('GET', `/jira/issue/root-cause/${rootCauseId}`)).toBe('problem.notFound');
    expect(await statusOf('POST', `/tracked-issues/${id}/failures`, { testRunId: run })).toBe('trackedIssue.notFound');
    expect(await statusOf('GET', `/projects/${reviewed.fields.projectId}/tracked-issues`)).toBe('project.notFound');
    expect(await statusOf('GET', '/jira/project?query=shop')).toBe('issueTracker.notConnected');
    expect((await api.call('GET', '/issue-trackers', { as })).body).toEqual([]);
    expect((await api.call('GET', '/issue-trackers', { as: reviewed.grace })).body).toEqual([
      { provider: 'Jira', name: 'Jira', address: jira.url, deployment: 'Cloud' },
    ]);
    const byUser = await api.call<CreatedIssue>('POST', '/jira/issue', {
      as: reviewed.grace,
      body: { ...chosen, testRunId: await reviewed.upload(down('hers', 'The till')) },
    });
    expect(byUser.status).toBe(201);
  });
});
