import { type RunOrder, withoutGitCredentials } from '@assay/contract';
import { buildDecider, environmentDecider, projectDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';

/**
 * What an agent needs to know about a run, without secrets: variables of the environment and repository credentials are
 * read when a unit is handed out.
 * @returns null when the project or the environment no longer exists.
 */
export async function runOrderOf(
  eventLog: EventLog,
  request: TestRunCreated,
  commit: string | null,
): Promise<RunOrder | null> {
  const [{ state: project }, { state: environment }] = await Promise.all([
    eventLog.load(projectDecider, request.projectId),
    eventLog.load(environmentDecider, request.environmentId),
  ]);
  if (project.status !== 'active' || environment.status !== 'active') return null;
  const { gitUrl } = project.settings;
  const { testRunId, number, projectId, branch, ref, includeTags, excludedTags, testFilters, selectedTests } = request;
  const { testTimeoutSeconds, retryFailedTests, recordVideo, playwrightProject } = request;
  return {
    testRunId,
    number,
    projectId,
    projectKey: project.key,
    settings: { ...project.settings, gitUrl: gitUrl && withoutGitCredentials(gitUrl) },
    branch,
    ref,
    commit,
    build: await buildOf(eventLog, request),
    includeTags,
    excludedTags,
    testFilters,
    selectedTests,
    testTimeoutSeconds,
    retryFailedTests,
    recordVideo,
    playwrightProject,
    environmentKey: environment.key,
    environmentUrl: environment.url,
  };
}

async function buildOf(eventLog: EventLog, { build }: TestRunCreated): Promise<RunOrder['build']> {
  if (!build) return null;
  const { state } = await eventLog.load(buildDecider, build.buildId);
  if (state.status === 'none') throw new Error(`the build ${build.buildId} of a run is not there`);
  const { buildId, name, commit, blobId, size } = state;
  return { buildId, name, commit, blobId, size };
}
