import { testSuiteCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listTestSuites = route(testSuiteCalls.listTestSuites, ({ caller, query }) =>
  caller.models.testSuites(query.projectId),
);
