import { registrationCalls } from '@assay/contract';
import { readOf } from './readOf.ts';
import { serviceApi } from './serviceApi.ts';

const registrationApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getRegistration: build.query(readOf(registrationCalls.getRegistration, { keepUnusedDataFor: 3600 })),
  }),
});

export const { useGetRegistrationQuery } = registrationApi;
