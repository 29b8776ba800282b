import type { CommitStatusRow, TokenSource } from '@assay/application';
import { type AccountId, type GitServiceAt, repositoryPathAt, type TestRunView } from '@assay/contract';
import { type OutgoingGuard, openJsonReader, openPoster, openPullRequestChannel } from '@assay/integrations';
import type { AttemptOutcome } from '@assay/operations';
import type { AutomationStores } from '../automationDeps.ts';
import { addressOfRun } from '../outbound/addressOfRun.ts';
import { findConnectedRun } from '../outbound/findConnectedRun.ts';
import type { Room } from '../outbound/room.ts';
import type { CausesOfRun } from './causesOfPullRequest.ts';
import { pullRequestText, runsWithCauses } from './pullRequestText.ts';

const switchedOff: AttemptOutcome = { kind: 'refused', reason: 'Comments were switched off before this was sent.' };

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

  async function causesOf(accountId: AccountId, runs: readonly TestRunView[]): Promise<Map<string, CausesOfRun>> {
    const models = deps.readModels.of(accountId);
    const found = await Promise.all(
      runsWithCauses(runs).map(async ({ id }) => [id, await models.runAnalysis(id, null)] as const),
    );
    return new Map(found.flatMap(([id, analysis]) => (analysis ? [[id, analysis]] : [])));
  }

  return {
    deliver: async ({ accountId, message, dedupeKey }) => {
      const row = message as CommitStatusRow;
      const connected = await findConnectedRun(deps, accountId, row);
      if (connected.kind !== 'found') return connected;
      const { run, service, token } = connected;
      if (!service.comments) return switchedOff;
      const { testRunId, provider, path, commit } = row;
      const at = { provider, address: service.identifier };
      const found = await runsOf(connected.accountId, at, path, run.branch, commit);
      const runs = found.some(({ id }) => id === testRunId) ? found : [...found, run];
      const marker = `[//]: # (assay:${connected.accountId})`;
      const causes = await causesOf(connected.accountId, runs);
      const text = pullRequestText(runs, commit, (one) => addressOfRun(deps, one), marker, causes);
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
