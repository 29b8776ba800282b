import { searchCalls } from '@assay/contract';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const searchApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({ search: build.query(readOf(searchCalls.search, { keepUnusedDataFor: 10 })) }),
});

export const { useSearchQuery } = searchApi;
