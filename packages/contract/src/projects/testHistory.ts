import { type Static, Type } from 'typebox';
import { EarlierResult } from '../testRuns/testResultViews.ts';

/** How a test came out, run by run, whatever the branch and the environment. */
export const TestHistory = Type.Object({
  results: Type.Array(EarlierResult, { description: 'up to a hundred, the newest run first' }),
  defaultBranch: Type.String({ description: 'of the project' }),
});
export type TestHistory = Static<typeof TestHistory>;
