import { testRunCalls } from '@assay/contract';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const dashboardApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    recentForEnvironments: build.query(
      readOf(testRunCalls.recentForEnvironments, { isPast: ({ query }) => Boolean(query?.at) }),
    ),
  }),
});

export const { useRecentForEnvironmentsQuery } = dashboardApi;
