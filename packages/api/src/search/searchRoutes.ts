import { searchCalls } from '@assay/contract';
import { wordsOf } from '../http/partsOf.ts';
import { type Route, route } from '../http/route.ts';

const search = route(searchCalls.search, async ({ caller: { models }, query: { text } }) => {
  const words = wordsOf(text);
  if (words.length === 0) return { testRuns: [], tests: [] };
  const [testRuns, tests] = await Promise.all([models.foundTestRuns(words), models.foundTests(words)]);
  return { testRuns, tests };
});

export const searchRoutes: readonly Route[] = [search];
