import type { ProblemId, ProjectId, TestId, TestRunId, TrackedIssueId } from '@assay/contract';
import type { TrackedIssueEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type TrackedIssuesCommand, trackedIssuesDecider } from './decideTrackedIssues.ts';

const projectId = 'shop' as ProjectId;
const of = (own: string) => ({ projectId, trackedIssueId: `shop.${own}` as TrackedIssueId });
const failures = (problem: string | null, test = 'pays') => ({
  testRunId: 'run' as TestRunId,
  problemIds: problem === null ? [] : [problem as ProblemId],
  testIds: [test as TestId],
});
const wish = { provider: 'Jira' as const, trackerProjectId: '10001', summary: 'It fails', requestedAt: '2026-11-29' };
const ask = (own: string, about = failures('f1')): TrackedIssuesCommand => ({
  type: 'requestIssue',
  ...of(own),
  ...wish,
  ...about,
});
const asked = (own: string, about = failures('f1')): TrackedIssueEvent => ({
  type: 'IssueRequested',
  data: { ...of(own), ...wish, ...about },
});
const atTracker = {
  issueId: '1',
  issueKey: 'SHOP-1',
  url: 'https://jira.test/browse/SHOP-1',
  statusName: 'To Do',
  category: 'TO_DO' as const,
};
const created = (own: string): TrackedIssueEvent => ({ type: 'IssueCreated', data: { ...of(own), ...atTracker } });
const refused = (own: string, unsure: boolean): TrackedIssueEvent => ({
  type: 'IssueRefused',
  data: { ...of(own), reason: 'It says no', unsure },
});
const done = { issueKey: 'SHOP-1', url: atTracker.url, statusName: 'Done', category: 'DONE' as const };
const closed = (own: string): TrackedIssueEvent => ({
  type: 'IssueStatusChanged',
  data: { ...of(own), from: 'To Do', ...done },
});
const issues = (...events: TrackedIssueEvent[]) => given(trackedIssuesDecider, ...events);

describe('the issues about failures of a project', () => {
  it('are asked for before they are created, and a repeat changes nothing', () => {
    issues().when(ask('one')).gives(asked('one'));
    issues(asked('one')).when(ask('one')).gives();
    issues(asked('one'))
      .when({ type: 'recordIssue', ...of('one'), issue: atTracker })
      .gives(created('one'));
    issues(asked('one'), created('one'))
      .when({ type: 'recordIssue', ...of('one'), issue: atTracker })
      .gives();
  });

  it('are one for a failure as long as it is open', () => {
    issues(asked('one')).when(ask('two')).refuses('trackedIssue.pending');
    issues(asked('one'), created('one')).when(ask('two')).refuses('trackedIssue.open');
    issues(asked('one'), created('one'), closed('one')).when(ask('two')).gives(asked('two'));
    issues(asked('one'), refused('one', false)).when(ask('two')).gives(asked('two'));
    const other = failures('f2', 'ships');
    issues(asked('one'), created('one')).when(ask('two', other)).gives(asked('two', other));
  });

  it('are known by their tests where failures say no error', () => {
    const silent = failures(null);
    issues(asked('one', silent), created('one')).when(ask('two', silent)).refuses('trackedIssue.open');
    const other = failures(null, 'ships');
    issues(asked('one', silent), created('one')).when(ask('two', other)).gives(asked('two', other));
  });

  it('may be asked for again after the tracker refused them', () => {
    issues(asked('one'), refused('one', false)).when(ask('one')).gives(asked('one'));
    const refuse = { type: 'refuseIssue' as const, ...of('one'), reason: 'It says no', unsure: true };
    issues(asked('one')).when(refuse).gives(refused('one', true));
    issues(asked('one'), refused('one', true)).when(refuse).gives();
    issues(asked('one'), created('one')).when(refuse).gives();
    issues(asked('one'), refused('one', true))
      .when({ type: 'recordIssue', ...of('one'), issue: atTracker })
      .gives(created('one'));
  });

  it('take more failures while they are open', () => {
    const more = { type: 'addFailures' as const, ...of('one'), ...failures('f2', 'ships') };
    const added: TrackedIssueEvent = {
      type: 'IssueFailuresAdded',
      data: { ...of('one'), ...failures('f2', 'ships') },
    };
    issues(asked('one'), created('one')).when(more).gives(added);
    issues(asked('one'), created('one'), added)
      .when(ask('two', failures('f2', 'other')))
      .refuses('trackedIssue.open');
    issues(asked('one'), created('one'), closed('one')).when(more).refuses('trackedIssue.closed');
    issues(asked('one')).when(more).refuses('trackedIssue.notFound');
  });

  it('have another status only once it changed', () => {
    const change = { type: 'changeIssueStatus' as const, ...of('one'), issue: done };
    issues(asked('one'), created('one')).when(change).gives(closed('one'));
    issues(asked('one'), created('one'), closed('one')).when(change).gives();
    issues(asked('one')).when(change).refuses('trackedIssue.notFound');
  });
});
