import { testRunCalls } from '@assay/contract';
import { partsOf } from '../http/partsOf.ts';
import { route } from '../http/route.ts';
import { dateRangeOf } from './dateRange.ts';

export const recentForEnvironments = route(testRunCalls.recentForEnvironments, async ({ caller, query }) =>
  caller.models.recentForEnvironments({
    project: partsOf(query.projectId),
    branch: partsOf(query.branch),
    build: partsOf(query.build),
    ...dateRangeOf(query.date ?? ''),
  }),
);
