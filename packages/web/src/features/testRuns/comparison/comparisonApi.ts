import { comparisonCalls, type TestRunId } from '@assay/contract';
import { tagOfCall } from '../../../connection/callTags.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const comparisonApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    compareTestRuns: build.query(readOf(comparisonCalls.compareTestRuns)),
    listComparedTests: build.query(readOf(comparisonCalls.listComparedTests)),
  }),
});

export const { useCompareTestRunsQuery, useListComparedTestsQuery } = comparisonApi;
export const { listComparedTests } = comparisonApi.endpoints;

/** What a comparison is asked for, whatever of it is shown. */
export type Asked = { first: TestRunId; second: TestRunId; tql?: string };

/** Reads again whatever is shown of comparisons. */
export const readComparisonsAgain = () =>
  serviceApi.util.invalidateTags([
    tagOfCall(comparisonCalls.compareTestRuns),
    tagOfCall(comparisonCalls.listComparedTests),
  ]);
