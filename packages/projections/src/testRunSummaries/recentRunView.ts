import { displayOfRun, type RecentRunView, runnerOf } from '@assay/contract';
import type { TestRunCreated } from '@assay/event-schemas';
import type { Collections } from '../collections.ts';
import { attributesOf } from './attributesOf.ts';
import { findUsualDurations } from './findUsualDuration.ts';
import { countsOf } from './runCounts.ts';
import { runFramework } from './runFramework.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** What is read of a run that a card of the dashboard shows; what it was asked for can be very long. */
export const recentFields = {
  accountId: 1,
  testRunId: 1,
  projectId: 1,
  environmentId: 1,
  testSuiteId: 1,
  branch: 1,
  'request.number': 1,
  'request.ref': 1,
  'request.attributes': 1,
  'request.build': 1,
  status: 1,
  statusInfo: 1,
  commit: 1,
  createdAt: 1,
  startTime: 1,
  endTime: 1,
  durationMs: 1,
  totalCount: 1,
  quarantineTotalCount: 1,
  runningCount: 1,
  selection: 1,
  totals: 1,
} as const;

type Named<Field> = Field extends `request.${infer Name extends keyof TestRunCreated}` ? Name : never;

/** A run as far as a card of the dashboard shows it. */
export type RecentRun = Pick<
  TestRunSummaryDocument,
  '_id' | Extract<keyof typeof recentFields, keyof TestRunSummaryDocument>
> & { request: Pick<TestRunCreated, Named<keyof typeof recentFields>> };

/** The names that cards show runs with, and how long each usually takes. */
export type RecentRunNames = Awaited<ReturnType<typeof recentRunNamesOf>>;

type NamedEnvironment = { _id: string; name: string };

/**
 * @param environments those of the runs
 * @param timed the runs whose usual duration is shown; finding it takes a query for each selection of tests
 * @returns what it takes to show these runs besides their own documents
 */
export async function recentRunNamesOf(
  collections: Collections,
  environments: readonly NamedEnvironment[] | Promise<readonly NamedEnvironment[]>,
  runs: readonly RecentRun[],
  timed: readonly RecentRun[],
) {
  const projectIds = runs.map(({ projectId }) => projectId);
  const suiteIds = runs.flatMap(({ testSuiteId }) => testSuiteId ?? []);
  const [named, projects, suites, usualOf] = await Promise.all([
    environments,
    collections.known.all('projects', projectIds),
    collections.known.all('testSuites', suiteIds),
    findUsualDurations(collections, timed),
  ]);
  return {
    projectOf: new Map(projects.map((project) => [project._id, project])),
    environmentNameOf: new Map<string, string>(named.map(({ _id, name }) => [_id, name])),
    suiteNameOf: new Map(suites.map((suite) => [suite._id, suite.name])),
    usualOf,
  };
}

/** A run as a card of the dashboard shows it. */
export function recentRunOf(run: RecentRun, names: RecentRunNames): RecentRunView {
  const { projectOf, environmentNameOf, suiteNameOf, usualOf } = names;
  const { request, projectId, environmentId, testSuiteId, status, commit } = run;
  const { build } = request;
  const project = projectOf.get(projectId);
  const {
    nothingCouldPass,
    testCount,
    passCount,
    failCount,
    ignoredCount,
    notRunCount,
    runningCount,
    flakyCount,
    remainingTests,
  } = countsOf(run);
  return {
    id: run.testRunId,
    number: request.number,
    status,
    statusDisplay: displayOfRun({ status, nothingCouldPass }),
    nothingCouldPass,
    statusInfo: run.statusInfo,
    projectId,
    project: {
      id: projectId,
      key: project?.key ?? projectId,
      name: project?.name ?? projectId,
      ...runFramework(project, run.createdAt),
      runner: project ? runnerOf(project.settings) : 'other',
    },
    environmentId,
    environmentName: environmentNameOf.get(environmentId) ?? environmentId,
    testSuiteId,
    testSuiteName: testSuiteId === null ? null : (suiteNameOf.get(testSuiteId) ?? testSuiteId),
    attributes: attributesOf(request),
    branch: run.branch,
    commit,
    gitRef: commit ?? request.ref,
    build: build ? { id: build.buildId, name: build.name } : null,
    createdAt: run.createdAt,
    startTime: run.startTime,
    endTime: run.endTime,
    calculatedDuration: run.durationMs,
    usualDuration: usualOf.get(run._id) ?? null,
    testCount,
    passCount,
    failCount,
    ignoredCount,
    notRunCount,
    runningCount,
    flakyCount,
    remainingTests,
  };
}
