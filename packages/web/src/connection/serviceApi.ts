import { createApi } from '@reduxjs/toolkit/query/react';
import { requestService } from './requestService.ts';

/** The only cache of the service's answers. Features add their own endpoints to it. */
export const serviceApi = createApi({
  reducerPath: 'service',
  baseQuery: requestService,
  tagTypes: ['topic', 'call', 'answer'],
  keepUnusedDataFor: 60,
  // Not once nothing is being read: an answer that does not come would keep all others as they are.
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
});

/**
 * What invalidates a cached answer: `topic`, every answer under the topic; `call`, every answer to that call; `answer`,
 * only this one.
 */
export type Tag = { type: 'topic' | 'call' | 'answer'; id: string };
