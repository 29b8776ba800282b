import { problemCalls, testRunCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const problemApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getProblem: build.query(
      readOf(problemCalls.getProblem, { concerns: ({ params: { problemId } }, ids) => ids.includes(problemId) }),
    ),
    changeProblem: build.mutation(changeOf(problemCalls.changeProblem, { outdates: [testRunCalls.getTestResult] })),
  }),
});

export const { useGetProblemQuery, useChangeProblemMutation } = problemApi;
