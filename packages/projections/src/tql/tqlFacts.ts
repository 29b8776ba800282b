import type { AccountId, EnvironmentId, ProjectId, TestSuiteId, TqlField } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import type { RunTest, TestsOf } from '../testRunTests/testsOfRun.ts';
import type { TqlFacts } from './decideTql.ts';

type Named = { name: string; key: string | null };

/** What queries look at of a run. */
export type SearchedRun = TestsOf &
  Pick<
    TestRunSummaryDocument,
    'projectId' | 'environmentId' | 'testSuiteId' | 'branch' | 'commit' | 'createdAt' | 'complete' | 'totals'
  > & { request: Pick<TestRunSummaryDocument['request'], 'number'> };

/** What runs of an account are called by. */
export type TqlNames = {
  projects: ReadonlyMap<ProjectId, Named>;
  environments: ReadonlyMap<EnvironmentId, Named>;
  suites: ReadonlyMap<TestSuiteId, Named>;
};

export async function tqlNamesOf(collections: Collections, accountId: AccountId): Promise<TqlNames> {
  const projection = { name: 1, key: 1 };
  const [projects, environments, suites] = await Promise.all([
    collections.projects.find({ accountId }, { projection }).toArray(),
    collections.environments.find({ accountId }, { projection }).toArray(),
    collections.testSuites.find({ accountId }, { projection: { name: 1 } }).toArray(),
  ]);
  return {
    projects: new Map(projects.map(({ _id, name, key }) => [_id as ProjectId, { name, key }])),
    environments: new Map(environments.map(({ _id, name, key }) => [_id as EnvironmentId, { name, key }])),
    suites: new Map(suites.map(({ _id, name }) => [_id as TestSuiteId, { name, key: null }])),
  };
}

function called(named: Named | undefined): string[] {
  return named ? [named.name, named.key ?? named.name].map((text) => text.toLowerCase()) : [''];
}

/** @returns what is known of every test of a run before any is read */
export function factsOfRun(run: SearchedRun, names: TqlNames): TqlFacts {
  const facts: ReturnType<typeof ofRun> = ofRun(run, names);
  return (field) => facts[field];
}

function ofRun(
  { projectId, environmentId, testSuiteId, branch, commit, request, createdAt }: SearchedRun,
  { projects, environments, suites }: TqlNames,
): Partial<Record<TqlField, ReturnType<TqlFacts>>> {
  return {
    project: called(projects.get(projectId)),
    environment: called(environments.get(environmentId)),
    suite: called(testSuiteId === null ? undefined : suites.get(testSuiteId)),
    branch: [branch.toLowerCase()],
    commit: [commit?.toLowerCase() ?? ''],
    run: request.number,
    date: Date.parse(createdAt),
  };
}

/** @returns what is known of a test of the run */
export function factsOfTest(ofItsRun: TqlFacts, test: RunTest): TqlFacts {
  const { status, flaky, attempts } = test;
  const last = attempts.at(-1);
  return (field) => {
    switch (field) {
      case 'status':
        return flaky ? [status, 'FLAKY'] : [status];
      case 'name':
      case 'file':
        return [test[field].toLowerCase()];
      case 'tag':
        return test.tags.length === 0 ? [''] : test.tags.map((tag) => tag.toLowerCase());
      case 'error':
        return [last?.error?.toLowerCase() ?? ''];
      case 'duration':
        return last?.durationMs ?? null;
      case 'attempts':
        return attempts.length;
      case 'flaky':
      case 'quarantined':
        return test[field];
      default:
        return ofItsRun(field);
    }
  };
}
