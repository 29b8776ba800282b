import { comparisonCalls, type TestRunId } from '@assay/contract';
import { tagOfCall } from '../../../connection/callTags.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

/** What a comparison is asked for, whatever of it is shown. */
export type Asked = { first: TestRunId; second: TestRunId; tql?: string };

/** Reads again whatever is shown of comparisons. */
export const readComparisonsAgain = () =>
  serviceApi.util.invalidateTags([
    tagOfCall(comparisonCalls.compareTestRuns),
    tagOfCall(comparisonCalls.listComparedTests),
  ]);
