import type { CommitStatusRow, TokenSource } from '@assay/application';
import { type AccountId, authorizationIdOf, type GitServiceAt, repositoryPathAt } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import {
  type OutgoingGuard,
  openJsonReader,
  openPoster,
  openPullRequestChannel,
  UnreadableService,
} from '@assay/integrations';
import type { AttemptOutcome } from '@assay/operations';
import type { AutomationStores } from '../automationDeps.ts';
import { addressOfRun } from '../outbound/addressOfRun.ts';
import type { Room } from '../outbound/room.ts';
import { pullRequestText } from './pullRequestText.ts';

const disconnected: AttemptOutcome = { kind: 'refused', reason: 'The service was disconnected before this was sent.' };
const switchedOff: AttemptOutcome = { kind: 'refused', reason: 'Comments were switched off before this was sent.' };
const gone: AttemptOutcome = { kind: 'refused', reason: 'The run is not there any more.' };

/** Runs of one branch that are looked through for those of the commit. */
const looked = 100;

/** Keeps one comment on each pull request: how the runs of its commit stand at that moment. */
export function openPullRequestRoom(
  deps: AutomationStores & { publicUrl: string; gitTokens: TokenSource },
  guard: OutgoingGuard,
): Room & { close(): void } {
  const poster = openPoster(guard);
  const reader = openJsonReader(guard);
  const channel = openPullRequestChannel(poster, reader);

  /** Of all projects that read the repository, so that runs of several suites stand in one comment. */
  async function runsOf(accountId: AccountId, at: GitServiceAt, path: string, branch: string, commit: string) {
    const models = deps.readModels.of(accountId);
    const projects = (await models.projects()).filter(
      ({ gitUrl }) => gitUrl !== null && repositoryPathAt(gitUrl, at) === path,
    );
    const project = projects.map(({ id }) => id);
    if (project.length === 0) return [];
    const { testRuns } = await models.testRunPage({ offset: 0, limit: looked, project, branch: [branch] });
    return testRuns.filter((run) => run.commit === commit);
  }

  return {
    deliver: async ({ accountId, message, dedupeKey }) => {
      const { testRunId, provider, path, commit } = message as CommitStatusRow;
      if (accountId === null) return gone;
      const [{ state }, run] = await Promise.all([
        deps.eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider)),
        deps.readModels.of(accountId).testRun(testRunId),
      ]);
      if (state.status !== 'active') return disconnected;
      if (!state.comments) return switchedOff;
      if (!run) return gone;
      const token = await deps.gitTokens.tokenFor(state).catch((error: unknown) => {
        if (error instanceof UnreadableService) return error;
        throw error;
      });
      if (typeof token !== 'string') return { kind: 'retry', reason: token.message, of: 'destination' };
      const at = { provider, address: state.identifier };
      const found = await runsOf(accountId, at, path, run.branch, commit);
      const runs = found.some(({ id }) => id === testRunId) ? found : [...found, run];
      const marker = `[//]: # (assay:${accountId})`;
      const text = pullRequestText(runs, commit, (one) => addressOfRun(deps, one), marker);
      return channel.deliver({ at: { ...at, token, path }, commit, text, marker }, dedupeKey);
    },
    // Nothing in the log depends on it: the outbox shows for a month how it went.
    ended: async () => undefined,
    close: () => {
      poster.close();
      reader.close();
    },
  };
}
