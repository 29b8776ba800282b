import { testRunCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { testListResult } from './testListResult.ts';

export const getTestListResult = route(testRunCalls.getTestListResult, ({ api, caller, params: { id }, query }) =>
  testListResult(api, caller.models, id, query),
);
