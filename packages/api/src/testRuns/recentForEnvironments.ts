import { testRunCalls } from '@assay/contract';
import { momentOf } from '../http/momentOf.ts';
import { partsOf } from '../http/partsOf.ts';
import { route } from '../http/route.ts';
import { dateRangeOf } from './dateRange.ts';

export const recentForEnvironments = route(testRunCalls.recentForEnvironments, async ({ caller, query }) =>
  caller.models.recentForEnvironments(
    {
      project: partsOf(query.projectId),
      branch: partsOf(query.branch),
      build: partsOf(query.build),
      ...dateRangeOf(query.date ?? ''),
    },
    momentOf(query.at),
  ),
);
