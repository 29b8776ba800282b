import { testDistributionCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const testDistributionApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestDistributionRules: build.query(readOf(testDistributionCalls.listTestDistributionRules)),
    addTestDistributionRule: build.mutation(changeOf(testDistributionCalls.addTestDistributionRule)),
    changeTestDistributionRule: build.mutation(changeOf(testDistributionCalls.changeTestDistributionRule)),
    deleteTestDistributionRule: build.mutation(changeOf(testDistributionCalls.deleteTestDistributionRule)),
  }),
});

export const {
  useListTestDistributionRulesQuery,
  useAddTestDistributionRuleMutation,
  useChangeTestDistributionRuleMutation,
  useDeleteTestDistributionRuleMutation,
} = testDistributionApi;
