import { type AccountId, type FoundTestRun, limits } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { beginningWith, containing } from '../containing.ts';
import { countsOf } from './runCounts.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

const maxFound = 8;

type Thing<Id> = { id: Id; name: string };

async function thingsOf(collections: Collections, accountId: AccountId) {
  const [projects, environments, suites] = await Promise.all([
    collections.projects.find({ accountId }).toArray(),
    collections.environments.find({ accountId }).toArray(),
    collections.testSuites.find({ accountId }).toArray(),
  ]);
  return {
    projects: projects.map(({ projectId: id, name }) => ({ id, name })),
    environments: environments.map(({ environmentId: id, name }) => ({ id, name })),
    suites: suites.map(({ testSuiteId: id, name }) => ({ id, name })),
  };
}
type Things = Awaited<ReturnType<typeof thingsOf>>;

function idsNamed<Id>(things: readonly Thing<Id>[], word: string): Id[] {
  return things.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase())).map(({ id }) => id);
}

/** `#12` or `12`. */
function numberOf(word: string): number | null {
  const [, digits] = /^#?(\d{1,9})$/.exec(word) ?? [];
  return digits === undefined ? null : Number(digits);
}

function having(word: string, { projects, environments, suites }: Things): Filter<TestRunSummaryDocument> {
  const number = numberOf(word);
  return {
    $or: [
      ...(number === null ? [] : [{ 'request.number': number }]),
      { branch: containing(word) },
      // Short words are in the middle of many hashes; a tag is no hash.
      { commit: /^[0-9a-f]+$/i.test(word) ? beginningWith(word) : containing(word) },
      { projectId: { $in: idsNamed(projects, word) } },
      { environmentId: { $in: idsNamed(environments, word) } },
      { testSuiteId: { $in: idsNamed(suites, word) } },
    ],
  };
}

function nameIn<Id>(things: readonly Thing<Id>[], wanted: Id): string | undefined {
  return things.find(({ id }) => id === wanted)?.name;
}

/** @returns the filter for runs that have every word */
export async function filterOfWords(
  collections: Collections,
  accountId: AccountId,
  words: readonly string[],
): Promise<Filter<TestRunSummaryDocument>> {
  const things = await thingsOf(collections, accountId);
  return { $and: words.map((word) => having(word, things)) };
}

/**
 * The account's runs that have every word in their number, branch, tag or names, or at the start of their commit; newest
 * first. Words are searched in the newest runs; numbers in all of them.
 */
export async function searchTestRuns(
  collections: Collections,
  accountId: AccountId,
  words: readonly string[],
): Promise<FoundTestRun[]> {
  const things = await thingsOf(collections, accountId);
  const havingAll = { $and: words.map((word) => having(word, things)) };
  const numbers = words.flatMap((word) => numberOf(word) ?? []);
  const newestFirst = { _id: -1 } as const;
  const [numbered, newest] = await Promise.all([
    collections.testRunSummaries
      .find({ accountId, 'request.number': { $in: numbers }, ...havingAll })
      .sort(newestFirst)
      .limit(maxFound)
      .toArray(),
    collections.testRunSummaries
      .aggregate<TestRunSummaryDocument>([
        { $match: { accountId } },
        { $sort: newestFirst },
        { $limit: limits.searchedTestRuns },
        { $match: havingAll },
        { $limit: maxFound },
      ])
      .toArray(),
  ]);
  const found = new Map([...numbered, ...newest].map((run) => [run.testRunId, run]));
  return [...found.values()].slice(0, maxFound).map((run) => ({
    id: run.testRunId,
    number: run.request.number,
    status: run.status,
    nothingCouldPass: countsOf(run).nothingCouldPass,
    projectName: nameIn(things.projects, run.projectId) ?? run.projectId,
    testSuiteName: run.testSuiteId && (nameIn(things.suites, run.testSuiteId) ?? run.testSuiteId),
    environmentName: nameIn(things.environments, run.environmentId) ?? run.environmentId,
    branch: run.branch,
    createdAt: run.createdAt,
  }));
}
