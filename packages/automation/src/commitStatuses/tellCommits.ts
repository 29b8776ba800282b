import { type CommitStatusRow, commitStatusChannel, connectedRepository } from '@assay/application';
import type { AccountId, GitService } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy } from '../policy.ts';

/** Services take no abbreviated commits. */
const wholeCommit = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** Services have limits for each account, so accounts do not wait for each other. */
function destinationOf(accountId: AccountId, provider: GitService): string {
  return `git:${provider}:${accountId}`;
}

/** Tells the git service that a run's repository is at how the run stands, where the account has connected it. */
export const tellCommits = policy({
  name: 'tellCommits',
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
    const { authorizationId, provider, path } = repository;
    const { commit } = run;
    const message: CommitStatusRow = { testRunId, run: `${run.project.name} #${run.number}`, provider, path, commit };
    await operations.outbox.put({
      _id: event.id,
      dedupeKey: event.id,
      accountId,
      channel: commitStatusChannel,
      aboutId: authorizationId,
      destination: destinationOf(accountId, provider),
      message,
    });
  },
});
