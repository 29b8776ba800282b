import { Type } from 'typebox';
import { call } from '../call.ts';
import { SearchAnswer } from './searchViews.ts';

export const searchCalls = {
  search: call({
    method: 'GET',
    path: '/search',
    summary:
      'Runs by number, project, suite, environment, branch or commit, newest first, and tests by name or file; the first eight of each among the newest 10,000 runs and among 20,000 tests',
    permission: 'testRun.read',
    query: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 200, description: 'words; what is found has all of them' }),
    }),
    answer: SearchAnswer,
    readsHistory: true,
    example: { query: { text: 'shop main' } },
  }),
};
