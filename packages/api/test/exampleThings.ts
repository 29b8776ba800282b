import { linkExternalIdentity } from '@assay/application';
import {
  type AlertDeliveryId,
  type ExternalIdentitiesView,
  exampleIds,
  type ProblemId,
  type ProjectId,
  type StaffAccessId,
  type TestId,
  type TestResultsPage,
  type TestRunId,
  type TrackedIssueId,
  type UserId,
  type UserRoleView,
} from '@assay/contract';
import { staffAccessDecider, testRenamesDecider, trackedIssuesDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { zipOf } from '../../../test/support/zipOf.ts';
import { registerAgent } from './agentUnderTest.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadBuildForm } from './uploadBuildForm.ts';
import { uploadForm } from './uploadForm.ts';

export type ExampleThing = keyof typeof exampleIds;

const report =
  '<testsuite name="s"><testcase classname="Cart" name="adds" time="0.5"/><testcase classname="Cart" name="pays"><failure message="no connection"/></testcase></testsuite>';

/**
 * Creates each thing that examples of calls refer to, in the administrator's account: the project 'shop', the
 * environment 'test' and what belongs to them.
 * @returns the real id of each
 */
export async function makeExampleThings(api: ApiUnderTest): Promise<Record<ExampleThing, string>> {
  const variables = [{ key: 'TOKEN', value: 'battery-staple', encrypted: true, file: false }];
  const { projectId, environmentId } = await prepareRun(api, { variables });
  const { body: upload } = await uploadForm(api, { projectId, environmentId }, [{ name: 'r.xml', content: report }]);
  const results = await api.call<TestResultsPage>('GET', `/test-runs/${upload.id}/results`);
  const [test, failed] = results.body.tests;
  if (!test) throw new Error('the uploaded run has no test');
  await suggestRename(api, projectId, upload.id as TestRunId, test.testId);
  const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
  const pool = { name: 'Large', runnerType: 'LINUX', maxRunners: 4 };
  const runnerPool = (await api.done('POST', '/runner-pools', { body: pool })).id;
  const stage = { name: 'Integration', linuxRunnerPoolId: runnerPool };
  const archive = { name: 'shop.zip', content: zipOf({ name: 'package.json', content: '{}' }) };
  await api.done('POST', `/projects/${projectId}/deploys`, { body: { environment: 'test', branch: 'main' } });
  const nightly = { name: 'Nightly', type: 'interval', projectId, environmentId, cron: '30 2 * * *' };
  const trigger = await api.done('POST', '/triggers', { body: nightly });
  const failing = {
    eventType: 'TESTRUN_FAIL',
    actionType: 'TRIGGER_WEBHOOK',
    destination: 'https://hooks.example.com',
  };
  const slack = { provider: 'Slack', token: 'xoxb-secret-token' };
  const authorization = (await api.done('POST', '/authorizations', { body: slack })).id;
  const sshUrl = { gitUrl: 'git@git.example.org:northwind/shop.git' };
  const deployKey = (await api.done('POST', '/deploy-keys', { body: sshUrl })).id;
  const alert = (await api.done('POST', '/alerts', { body: failing })).id;
  const alertDelivery = newId<AlertDeliveryId>();
  const sent = { kind: 'test', summary: 'A test', testRunId: null, resendOf: null, payload: {} };
  const { accountId } = api.admin;
  const delivery = { _id: alertDelivery, dedupeKey: alertDelivery, accountId, channel: 'alert', aboutId: alert };
  await api.operations.outbox.put({ ...delivery, destination: 'alert', message: sent });
  await api.done('POST', `/projects/${projectId}/badge`);
  const testSuite = (await api.done('POST', `/projects/${projectId}/test-suites`, { body: suite })).id;
  const gate = { name: 'Release gate', key: 'gate' };
  const testPlan = (await api.done('POST', '/test-plans', { body: gate })).id;
  const stages = `/test-plans/${testPlan}/stages`;
  const testPlanStage = (await api.done('POST', stages, { body: { name: 'Smoke' } })).id;
  const planned = { projectId, testSuiteId: testSuite, environmentId, branch: 'main' };
  const testPlanSuite = (await api.done('POST', `${stages}/${testPlanStage}/suites`, { body: planned })).id;
  const testPlanRun = (await api.done('POST', `/test-plans/${testPlan}/runs`)).id;
  const everyTest = { orderToApply: 3, ruleType: 'FILE', assignedTo: 'UNIT' };
  const rules = '/test-distribution-analysis-rule';
  const testDistributionRule = (await api.done('POST', rules, { body: everyTest })).id;
  const notes = { text: 'Release notes are written' };
  const criteriaTemplate = (await api.done('POST', '/release/release-criteria-template', { body: notes })).id;
  const release = (await api.done('POST', '/release', { body: { title: 'Checkout 2.9' } })).id;
  const decidedRelease = (await api.done('POST', '/release', { body: { title: 'Checkout 2.8' } })).id;
  await api.done('PUT', `/release/${decidedRelease}`, { body: { decision: 'Go' } });
  const agent = await registerAgent(api, api.admin.accountId);
  const agentToken = await api.done<{ id: string }>('POST', '/agent-tokens', { body: { name: 'Builders' } });
  const apiKey = await api.done<{ id: string }>('POST', '/account/api-keys', { body: { name: 'CI', scope: 'CI' } });
  const grace = await api.newPerson(api.admin.accountId, 'USER');
  await linkExternalIdentity(
    api,
    api.admin.userId,
    { provider: 'google', issuer: 'https://accounts.google.com', subject: 'ada', email: api.admin.email },
    {
      accountId: null,
      actor: { kind: 'user', id: api.admin.userId },
      occurredAt: new Date().toISOString(),
      $correlationId: 'test',
    },
  );
  await api.caughtUp();
  const { body: ways } = await api.call<ExternalIdentitiesView>('GET', '/users/me/external-identities');
  const { body: roles } = await api.call<UserRoleView[]>('GET', '/user-roles');
  const invited = { email: 'linus@example.com', firstName: 'Linus', lastName: 'T', roleType: 'USER' };
  return {
    account: api.admin.accountId,
    agent: agent.agentId,
    agentToken: agentToken.id,
    alert,
    alertDelivery,
    apiKey: apiKey.id,
    authorization,
    blob: await agent.upload(Buffer.from('a screenshot')),
    build: (await uploadBuildForm(api, projectId, { name: '1.4.0' }, archive)).body.id,
    criteriaTemplate,
    deployKey,
    environment: environmentId,
    externalIdentity: ways.identities[0]?.id ?? '',
    invitation: (await api.done('POST', '/user-roles', { body: invited })).id,
    lease: `${upload.id}.1.1`,
    message: (await api.done('POST', `/test-runs/${upload.id}/messages`, { body: { text: 'Looks good' } })).id,
    pipelineStage: (await api.done('POST', '/pipeline-stages', { body: stage })).id,
    problem: failed?.testRunAnalysisRootCauseId ?? '',
    project: projectId,
    projectTrial: (
      await api.done<{ id: string }>('POST', '/project-trials', {
        body: { gitUrl: '/srv/git/shop.git', testingFramework: 'Playwright' },
      })
    ).id,
    decidedRelease,
    release,
    releaseCriterion: `${release}.1`,
    runnerPool,
    sharedLink: (await api.done<{ id: string }>('POST', `/test-runs/${upload.id}/shared-links`, { body: { days: 1 } }))
      .id,
    staffAccess: await startStaffAccess(api, grace.userId),
    team: (await api.done('POST', '/team', { body: { name: 'Checkout' } })).id,
    test: test.testId,
    testDistributionRule,
    testOfRun: `${upload.id}.${test.testId}`,
    testPlan,
    testPlanRun,
    testPlanStage,
    testPlanSuite,
    testRun: upload.id,
    testRunner: 'no-runner',
    testSuite,
    trackedIssue: await makeTrackedIssue(api, projectId as ProjectId, upload.id as TestRunId),
    trigger: trigger.id,
    user: api.admin.userId,
    userRole: roles.find(({ user }) => user.id === grace.userId)?.id ?? '',
    workflow: (await api.done('POST', '/workflows', { body: { name: 'To production' } })).id,
  };
}

/** Access as the staff start it, of a person who is not one of them. */
async function startStaffAccess(api: ApiUnderTest, userId: UserId): Promise<string> {
  const { accountId } = api.admin;
  const staffAccessId = newId<StaffAccessId>();
  const occurredAt = new Date().toISOString();
  const until = new Date(Date.parse(occurredAt) + 3_600_000).toISOString();
  const access = {
    type: 'startStaffAccess' as const,
    staffAccessId,
    userId,
    accountId,
    reason: 'The run hangs',
    until,
  };
  const context = { accountId, actor: { kind: 'staff' as const, id: userId }, occurredAt, $correlationId: 'test' };
  await api.eventLog.handle(staffAccessDecider, staffAccessId, access, context);
  return staffAccessId;
}

/** A test that may be another one under a new name. */
async function suggestRename(api: ApiUnderTest, projectId: ProjectId, testRunId: TestRunId, renamedId: TestId) {
  const names = { file: 'Cart', name: 'adds', formerFile: 'Cart', formerName: 'adds up' };
  const tests = [{ testId: 'another' as TestId, renamedId, ...names }];
  const { accountId } = api.admin;
  const actor = { kind: 'automation' as const, id: 'test' };
  const context = { accountId, actor, occurredAt: new Date().toISOString(), $correlationId: 'test' };
  const command = { type: 'suggestRenames' as const, projectId, testRunId, tests };
  await api.eventLog.handle(testRenamesDecider, projectId, command, context);
}

/** An issue as Jira has created it, for which no Jira is needed. */
async function makeTrackedIssue(api: ApiUnderTest, projectId: ProjectId, testRunId: TestRunId): Promise<string> {
  const trackedIssueId = `${projectId}.${newId()}` as TrackedIssueId;
  const of = { projectId, trackedIssueId };
  const requestedAt = new Date().toISOString();
  const asked = { provider: 'Jira' as const, trackerProjectId: '10001', summary: 'Pays twice', requestedAt };
  const failures = { testRunId, problemIds: ['another' as ProblemId], testIds: ['another' as TestId] };
  const issue = {
    issueId: '10812',
    issueKey: 'SHOP-812',
    url: 'https://northwind.atlassian.net/browse/SHOP-812',
    statusName: 'To Do',
    category: 'TO_DO' as const,
  };
  const { accountId, userId } = api.admin;
  const actor = { kind: 'user' as const, id: userId as string };
  const context = { accountId, actor, occurredAt: requestedAt, $correlationId: 'test' };
  const { handle } = api.eventLog;
  await handle(trackedIssuesDecider, projectId, { type: 'requestIssue', ...of, ...asked, ...failures }, context);
  await handle(trackedIssuesDecider, projectId, { type: 'recordIssue', ...of, issue }, context);
  return trackedIssueId;
}

/** @returns the example with the real ids in place of the declared ones. */
export function withRealIds<Value>(example: Value, things: Record<ExampleThing, string>): Value {
  const real = new Map(Object.entries(exampleIds).map(([thing, id]) => [id as string, things[thing as ExampleThing]]));
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return real.get(value) ?? value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part)]));
  };
  return replaced(example) as Value;
}
