import { createApi } from '@reduxjs/toolkit/query/react';
import { requestService } from './requestService.ts';

/** The one cache of what the service said. Features add their own endpoints to it. */
export const serviceApi = createApi({
  reducerPath: 'service',
  baseQuery: requestService,
  tagTypes: ['topic', 'call', 'answer'],
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
});

/**
 * What marks a cached answer as out of date: `topic`, every answer about what the topic names; `call`, every answer to
 * that call; `answer`, this one alone.
 */
export type Tag = { type: 'topic' | 'call' | 'answer'; id: string };
