import { type AccountId, type ChoiceCounts, limits, type TestRunFacet, type TestRunOrder } from '@assay/contract';
import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { readAny } from '../readAny.ts';
import { filterOfWords } from './searchTestRuns.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** How many runs fit; `isLeast`: there are more, which were not counted. */
export type CountedRuns = { total: number; isLeast: boolean };

type NewestQuery = { words?: readonly string[]; sort?: TestRunOrder; offset: number; limit: number };

/** Fields of documents by what runs are ordered by. */
const orderedBy = { createdAt: '_id', failCount: 'totals.failed', calculatedDuration: 'durationMs' } as const;

/** The stages of a pipeline that leave the newest runs of a filter, and of those the ones that have every word. */
async function newestHaving(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<TestRunSummaryDocument>,
  words: readonly string[] = [],
): Promise<object[]> {
  const having = words.length > 0 ? [{ $match: await filterOfWords(collections, accountId, words) }] : [];
  return [{ $match: filter }, { $sort: { _id: -1 } }, { $limit: limits.searchedTestRuns }, ...having];
}

/** A page of the newest runs, in any order. Only what they are ordered by is sorted, because documents can be long. */
export async function pageOfNewest(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<TestRunSummaryDocument>,
  { words, sort = '-createdAt', offset, limit }: NewestQuery,
): Promise<[TestRunSummaryDocument[], CountedRuns]> {
  const { testRunSummaries } = collections;
  const stages = await newestHaving(collections, accountId, filter, words);
  const isDescending = sort.startsWith('-');
  const field = orderedBy[sort.replace('-', '') as keyof typeof orderedBy];
  const [rows, [count]] = await Promise.all([
    testRunSummaries
      .aggregate<{ _id: string }>([
        ...stages,
        { $project: { value: `$${field}` } },
        { $sort: { value: isDescending ? -1 : 1, _id: -1 } },
        { $skip: offset },
        { $limit: limit },
      ])
      .toArray(),
    testRunSummaries.aggregate<{ total: number }>([...stages, { $count: 'total' }]).toArray(),
  ]);
  const ids = rows.map(({ _id }) => _id);
  const found = await readAny(ids, (some) => testRunSummaries.find({ _id: { $in: some } }).toArray());
  const byId = new Map(found.map((run) => [run._id, run]));
  const total = count?.total ?? 0;
  return [ids.flatMap((id) => byId.get(id) ?? []), { total, isLeast: total === limits.searchedTestRuns }];
}

/** Fields of documents by the filters that they answer to. */
const facetFields: Record<TestRunFacet, string> = {
  status: 'status',
  project: 'projectId',
  branch: 'branch',
  testSuiteId: 'testSuiteId',
  environment: 'environmentId',
  pipelineStage: 'pipelineStageId',
  reviewerIds: 'review.userId',
  attributes: 'request.attributes',
};

/** How many of the newest runs of a filter each choice of another one has, most first. */
export async function countNewestBy(
  collections: Collections,
  accountId: AccountId,
  filter: Filter<TestRunSummaryDocument>,
  { facet, words }: { facet: TestRunFacet; words: readonly string[] | undefined },
): Promise<ChoiceCounts> {
  const counts = await collections.testRunSummaries
    .aggregate<{ _id: string | null; count: number }>([
      ...(await newestHaving(collections, accountId, filter, words)),
      // Each of several.
      ...(facet === 'attributes' ? [{ $unwind: `$${facetFields[facet]}` }] : []),
      { $group: { _id: `$${facetFields[facet]}`, count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
      { $limit: limits.countedChoices },
    ])
    .toArray();
  return counts.map(({ _id, count }) => ({ value: _id, count }));
}
