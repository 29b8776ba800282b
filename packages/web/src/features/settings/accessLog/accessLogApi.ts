import { accessLogCalls } from '@assay/contract';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const accessLogApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAccessLog: build.query(readOf(accessLogCalls.listAccessLog, { keepUnusedDataFor: 0 })),
  }),
});

export const { useListAccessLogQuery, useLazyListAccessLogQuery } = accessLogApi;
