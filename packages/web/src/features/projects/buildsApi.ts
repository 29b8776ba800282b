import { buildCalls } from '@assay/contract';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const buildsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listBuilds: build.query(readOf(buildCalls.listBuilds)),
    getBuild: build.query(readOf(buildCalls.getBuild)),
    // The URL is valid only for a few minutes.
    downloadBuild: build.query(readOf(buildCalls.downloadBuild, { keepUnusedDataFor: 0 })),
  }),
});

export const { useListBuildsQuery, useGetBuildQuery, useLazyDownloadBuildQuery } = buildsApi;
