import { testRunCalls } from '@assay/contract';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const replayApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    replayTestRun: build.query(readOf(testRunCalls.replayTestRun, { keepUnusedDataFor: 0 })),
  }),
});

export const { replayTestRun } = replayApi.endpoints;
