import { type CommitStatusRow, commitStatusChannel, connectedRepository, pullRequestChannel } from '@assay/application';
import type { AccountId, GitService } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy } from '../policy.ts';

/** Services do not accept abbreviated commits. */
const wholeCommit = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** Services limit each account, so each account has its own queue. */
function destinationOf(accountId: AccountId, provider: GitService): string {
  return `git:${provider}:${accountId}`;
}

/**
 * Queues the status of a run for its connected git service and, once the run has ended and if enabled, a comment on the
 * commit's pull requests.
 */
export const tellCommits = policy({
  name: 'tellCommits',
  leavesImports: true,
  on: ['TestRunStarted', 'TestRunFinished', 'TestRunCanceled', 'TestRunStatusSet'],
  react: async (event, deps) => {
    const { eventLog, operations, readModels } = deps;
    const accountId = accountOf(event);
    await awaitReadModels(readModels, event);
    const { testRunId } = event.data;
    const run = await readModels.of(accountId).testRun(testRunId);
    if (!run?.commit || !wholeCommit.test(run.commit)) return;
    const { state: project } = await eventLog.load(projectDecider, run.projectId);
    if (project.status !== 'active' || project.settings.gitUrl === null) return;
    const repository = await connectedRepository(deps, accountId, project.settings.gitUrl);
    if (repository === null) return;
    const { authorizationId, provider, path, comments } = repository;
    const { commit } = run;
    const message: CommitStatusRow = { testRunId, run: `${run.project.name} #${run.number}`, provider, path, commit };
    const row = { accountId, aboutId: authorizationId, destination: destinationOf(accountId, provider), message };
    await operations.outbox.put({ ...row, _id: event.id, dedupeKey: event.id, channel: commitStatusChannel });
    if (!comments || event.type === 'TestRunStarted') return;
    // Sequential: two concurrent lookups of the comment would each add one.
    const id = `${event.id}-comment`;
    const ofPullRequests = { ...row, destination: `${row.destination}:pullRequests` };
    await operations.outbox.put({ ...ofPullRequests, _id: id, dedupeKey: id, channel: pullRequestChannel });
  },
});
