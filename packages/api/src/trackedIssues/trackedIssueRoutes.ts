import { InvalidFields } from '@assay/application';
import {
  type CreateIssueRequest,
  type IssueTrackerView,
  isIssueTracker,
  issueTrackerNames,
  issueTrackers,
  type JiraDeployment,
  messages,
  type ProjectId,
  type TrackedIssueId,
  trackedIssueCalls,
} from '@assay/contract';
import { authorizationDecider, DomainError, trackedIssuesDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { askingTracker, trackerOf } from './accountTracker.ts';
import { createTrackedIssue } from './createTrackedIssue.ts';
import { commentOf, issueTextOf } from './issueText.ts';
import { reportedFailures } from './reportedFailures.ts';

const listIssueTrackers = route(trackedIssueCalls.listIssueTrackers, async ({ api, caller }) => {
  const connected = await caller.models.authorizations();
  const shown = await Promise.all(
    connected.map(async ({ id, provider, identifier: address }): Promise<IssueTrackerView[]> => {
      if (!isIssueTracker(provider)) return [];
      const { state } = await api.eventLog.load(authorizationDecider, id);
      const deployment = state.status === 'active' ? ((state.endpoint?.deployment as JiraDeployment) ?? null) : null;
      return [{ provider, name: issueTrackerNames[provider], address, deployment }];
    }),
  );
  return shown.flat().sort((a, b) => issueTrackers.indexOf(a.provider) - issueTrackers.indexOf(b.provider));
});

const listTrackerProjects = route(
  trackedIssueCalls.listTrackerProjects,
  async ({ api, caller: { accountId }, query: { query = '', provider = 'Jira' } }) => {
    const tracker = await trackerOf(api, accountId, provider);
    return askingTracker(() => tracker.projects(query));
  },
);

const getIssueMetadata = route(trackedIssueCalls.getIssueMetadata, async ({ api, caller: { accountId }, query }) => {
  const { jiraProjectId, issueTypeId = null, userQuery = '', provider = 'Jira' } = query;
  const tracker = await trackerOf(api, accountId, provider);
  return askingTracker(() => tracker.metadata(jiraProjectId, issueTypeId, userQuery));
});

const draftIssue = route(trackedIssueCalls.draftIssue, async ({ api, caller: { models }, body }) => {
  const reported = await reportedFailures(models, body);
  const { run, rows, problemIds, testIds } = reported;
  const { projectId } = run;
  const [text, issues] = await Promise.all([
    issueTextOf(api, models, reported),
    models.issuesAbout({ projectId, problemIds, testIds }),
  ]);
  return {
    ...text,
    testRunId: run.id,
    projectId,
    testCount: rows.length,
    rootCauseIds: problemIds,
    open: issues.filter(({ isOpen }) => isOpen),
    earlier: issues.filter(({ isOpen }) => !isOpen),
  };
});

function requireIssueType({ provider = 'Jira', issueTypeId }: Pick<CreateIssueRequest, 'provider' | 'issueTypeId'>) {
  if (provider === 'Jira' && !issueTypeId) {
    throw new InvalidFields({ field: 'issueTypeId', message: messages.selectIssueType });
  }
}

const createIssue = route(
  trackedIssueCalls.createIssue,
  async ({ api, caller: { accountId, models }, body, context, newId: newOwnId }) => {
    const { provider = 'Jira' } = body;
    requireIssueType(body);
    const reported = await reportedFailures(models, body);
    const { projectId } = reported.run;
    const trackedIssueId = `${projectId}.${newOwnId()}` as TrackedIssueId;
    const description = body.description || (await issueTextOf(api, models, reported)).description;
    const wanted = { provider, reported, fields: body, description };
    const of = { projectId, trackedIssueId };
    const { issue, result, trackedIssueId: id } = await createTrackedIssue(api, accountId, of, wanted, context);
    const { revision, position } = await commandAnswer(api.eventLog, result);
    return { id, issueKey: issue.issueKey, url: issue.url, revision, position };
  },
);

const listRootCauseIssues = route(
  trackedIssueCalls.listRootCauseIssues,
  async ({ caller: { models }, params: { id } }) => {
    const issues = await models.rootCauseIssues(id);
    if (issues === null) throw new DomainError('problem.notFound');
    return issues;
  },
);

const listTrackedIssues = route(trackedIssueCalls.listTrackedIssues, async ({ caller: { models }, params: { id } }) => {
  if ((await models.project(id)) === null) throw new DomainError('project.notFound');
  return models.projectIssues(id);
});

/** An issue of another project is tracked in the project of the run as well. */
const addToIssue = route(
  trackedIssueCalls.addToIssue,
  async ({ api, caller: { accountId, models }, params: { id: trackedIssueId }, body, context }) => {
    const { handle, load } = api.eventLog;
    const ofIssue = trackedIssueId.slice(0, trackedIssueId.indexOf('.')) as ProjectId;
    await api.owners.requireOwn(`trackedIssues-${ofIssue}`, accountId, 'trackedIssue.notFound');
    const { state } = await load(trackedIssuesDecider, ofIssue);
    const issue = state.get(trackedIssueId);
    if (issue?.status !== 'created') throw new DomainError('trackedIssue.notFound');
    if (issue.category === 'DONE' || issue.category === 'GONE') throw new DomainError('trackedIssue.closed');
    const reported = await reportedFailures(models, body);
    const { run, problemIds, testIds } = reported;
    const failures = { testRunId: run.id, problemIds, testIds };
    const tracker = await trackerOf(api, accountId, issue.provider);
    await askingTracker(() => tracker.comment(issue.issueId, commentOf(api.config, reported)));
    const { projectId } = run;
    if (projectId === ofIssue) {
      const command = { type: 'addFailures' as const, projectId, trackedIssueId, ...failures };
      return commandAnswer(api.eventLog, await handle(trackedIssuesDecider, projectId, command, context));
    }
    const { provider, trackerProjectId, summary } = issue;
    const of = { projectId, trackedIssueId: `${projectId}.${newId()}` as TrackedIssueId };
    const wish = { provider, trackerProjectId, summary, requestedAt: new Date().toISOString(), ...failures };
    await handle(trackedIssuesDecider, projectId, { type: 'requestIssue', ...of, ...wish }, context);
    const { issueId, issueKey, url, statusName, category } = issue;
    const atTracker = { issueId, issueKey, url, statusName, category };
    const record = { type: 'recordIssue' as const, ...of, issue: atTracker };
    return commandAnswer(api.eventLog, await handle(trackedIssuesDecider, projectId, record, context));
  },
);

export const trackedIssueRoutes: readonly Route[] = [
  listIssueTrackers,
  listTrackerProjects,
  getIssueMetadata,
  draftIssue,
  createIssue,
  listRootCauseIssues,
  listTrackedIssues,
  addToIssue,
];
