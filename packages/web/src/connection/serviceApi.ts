import { createApi } from '@reduxjs/toolkit/query/react';
import { requestService } from './requestService.ts';

/** The one cache of what the service said. Features add their own endpoints to it. */
export const serviceApi = createApi({
  reducerPath: 'service',
  baseQuery: requestService,
  tagTypes: [
    'Me',
    'Account',
    'Projects',
    'ProjectTests',
    'Builds',
    'Environments',
    'TestRuns',
    'TestRun',
    'TestRunResults',
    'TestResult',
    'TestRunners',
    'History',
    'Logs',
    'Agents',
    'AgentTokens',
    'ApiKey',
  ],
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
});

export type Tag = Parameters<typeof serviceApi.util.invalidateTags>[0][number];
