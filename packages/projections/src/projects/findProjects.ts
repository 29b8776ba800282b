import {
  type AccountId,
  allowsParallelizationOption,
  byName,
  gitRepositoryOf,
  hasBuildArtifacts,
  type ProjectView,
  runnerOf,
  usualFlakyRules,
  withoutGitCredentials,
} from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { nothingCouldPass } from '../testRunSummaries/runCounts.ts';
import type { ProjectDocument } from './projects.ts';

/** Projects of an account with their last runs, by name. Archived ones are found by id only. */
export async function findProjects(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<ProjectDocument>,
): Promise<ProjectView[]> {
  const found = (await collections.projects.find({ ...filter, accountId }).toArray()).sort(byName);
  const lastRuns = found.flatMap(({ lastTestRunId }) => lastTestRunId ?? []);
  const runs = await collections.testRunSummaries.find({ _id: { $in: lastRuns } }).toArray();
  const runOf = new Map(runs.map((run) => [run.testRunId, run]));
  return found.map((project) => {
    const { projectId: id, key, name, archived, settings, createdAt, lastTestRunId, deployCount, position } = project;
    const run = lastTestRunId === null ? undefined : runOf.get(lastTestRunId);
    const lastRun = run
      ? {
          testRunId: run.testRunId,
          number: run.request.number,
          status: run.status,
          nothingCouldPass: nothingCouldPass(run),
          createdAt: run.createdAt,
        }
      : null;
    const hasRepo = settings.gitUrl !== null;
    const usingWorkingDirectory = settings.workingDirectory !== null;
    const kinds = {
      runner: runnerOf(settings),
      usingWorkingDirectory,
      hasTests: true,
      hasRepo,
      // Until it is rebuilt, an older read model has no number: then a deploy is looked for where one is asked for.
      hasDeploy: deployCount !== 0,
      hasBuildArtifacts: hasBuildArtifacts(settings),
      allowParallelizationOption: allowsParallelizationOption(settings.testingFramework),
      ...(gitRepositoryOf(settings.gitUrl) ?? { gitProvider: null, gitOwner: null, gitRepo: null }),
    };
    const derived = { ...kinds, lastRun, revision: String(project.revision) };
    const gitUrl = settings.gitUrl && withoutGitCredentials(settings.gitUrl);
    return {
      id,
      key,
      name,
      archived,
      ...settings,
      // Until it is rebuilt, an older read model has none.
      flakyRules: settings.flakyRules ?? usualFlakyRules,
      gitUrl,
      createdAt,
      position,
      ...derived,
    };
  });
}
