import { timedOut, withTimeout } from '@assay/concurrency';
import type { FlakyTestOwners, ProjectId, StatsQuery, UnstableTest } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { readFlakyTests } from '../analytics/readFlakyTests.ts';
import { statsQueryOf } from '../analytics/statsQuery.ts';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';
import { repositoryOf } from '../projects/repositoryOf.ts';
import { codeOwnersAt } from './codeOwnersAt.ts';
import { ownerDirectory, type PossibleOwners, shownOwners } from './ownerDirectory.ts';

/** How long repositories may take, all together. */
const waitMs = 10_000;

type TestOwners = FlakyTestOwners['tests'];

/** @returns the owners of tests of one project. @throws ApiError git.unreachable; the signal's reason */
async function ownersAt(
  api: Api,
  { accountId }: Member | ApiKeyCaller,
  { projectId, commit, tests }: { projectId: ProjectId; commit: string; tests: readonly UnstableTest[] },
  possible: PossibleOwners,
  signal: AbortSignal,
): Promise<TestOwners> {
  const repository = await repositoryOf(api, accountId, projectId);
  const files = [...new Set(tests.map(({ file }) => file))].filter((file) => file !== '').sort();
  const named = { folder: repository.workingDirectory, files };
  const found = await codeOwnersAt(api.repositories, repository, commit, named, signal);
  const ownerNamed = ownerDirectory(possible, repository);
  return tests.flatMap(({ testId, file }) => {
    const names = new Set(found?.rulesOf.get(file)?.flatMap(({ owners }) => owners));
    return names.size === 0
      ? []
      : [{ projectId, testId, owners: [...names].map((name) => ({ name, ...ownerNamed(name) })) }];
  });
}

/** A project that was archived, or that has no repository, has no owners. */
function withoutRepository(error: unknown): TestOwners {
  const isMissing =
    (error instanceof ApiError && error.code === 'git.missing') ||
    (error instanceof DomainError && error.code === 'project.notFound');
  if (!isMissing) throw error;
  return [];
}

/**
 * Reads one CODEOWNERS file for each project, at the commit of its newest run that is counted.
 * @returns the code owners of the flaky and broken tests
 */
export async function flakyTestOwners(
  api: Api,
  caller: Member | ApiKeyCaller,
  query: StatsQuery,
): Promise<FlakyTestOwners> {
  const wanted = statsQueryOf(query);
  const [{ tests }, commits, possible] = await Promise.all([
    readFlakyTests(caller.models, wanted),
    caller.models.newestCommits(wanted),
    shownOwners(api, caller),
  ]);
  const projects = [...new Set(tests.map(({ projectId }) => projectId))].flatMap((projectId) => {
    const commit = commits.get(projectId);
    return commit === undefined
      ? []
      : [{ projectId, commit, tests: tests.filter((test) => test.projectId === projectId) }];
  });
  const late = new AbortController();
  const found = await Promise.all(
    projects.map((project) =>
      withTimeout(ownersAt(api, caller, project, possible, late.signal).catch(withoutRepository), waitMs).catch(
        (error: unknown): typeof timedOut => {
          if (error instanceof ApiError && error.code === 'git.unreachable') return timedOut;
          throw error;
        },
      ),
    ),
  ).finally(() => late.abort());
  return {
    tests: found.flatMap((owners) => (owners === timedOut ? [] : owners)),
    unreadProjectIds: projects.flatMap(({ projectId }, index) => (found[index] === timedOut ? [projectId] : [])),
  };
}
