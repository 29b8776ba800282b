import type { ActiveAuthorization } from '@assay/domain';
import {
  type GitApps,
  type JiraSettings,
  type OutgoingGuard,
  openGitApps,
  openGitTokens,
  openJsonReader,
  openPoster,
  openTracker,
  type Tracker,
} from '@assay/integrations';
import type { AutomationStores } from '../automationDeps.ts';

export type Trackers = {
  trackerFor(authorization: ActiveAuthorization): Promise<Tracker>;
  close(): void;
};

/** Opens the trackers that accounts have connected, with connections that are shared among all of them. */
export function openTrackers(
  { operations }: Pick<AutomationStores, 'operations'>,
  { guard, gitApps, jira }: { guard: OutgoingGuard; gitApps: GitApps; jira: JiraSettings },
): Trackers {
  const grants = operations.serviceGrants;
  const [poster, reader] = [openPoster(guard), openJsonReader(guard)];
  const gitTokens = openGitTokens(guard, openGitApps(gitApps, operations.gitHubAppKeys), grants);
  return {
    trackerFor: (authorization) => openTracker(authorization, { poster, reader, gitTokens, grants, jira }),
    close: () => {
      poster.close();
      reader.close();
      gitTokens.close();
    },
  };
}
