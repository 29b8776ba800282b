import { personalDataCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { exportMe, eraseMe } = personalDataCalls;

const personalDataApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    exportMe: build.query(readOf(exportMe, { keepUnusedDataFor: 0 })),
    eraseMe: build.mutation(changeOf(eraseMe)),
  }),
});

export const { useLazyExportMeQuery, useEraseMeMutation } = personalDataApi;
