import type { Middleware } from '@reduxjs/toolkit';
import { serviceApi, type Tag } from './serviceApi.ts';

type ServiceState = { [serviceApi.reducerPath]: ReturnType<typeof serviceApi.reducer> };

/** A read under way, by its request: which cache entry it is for, and what has changed since it was sent. */
type Overtaken = { queryCacheKey: string; changed: Tag[] };

/**
 * Sends a read again that was under way when what it reads changed: its answer may be from before. Only its own answer
 * is waited for, never another's.
 */
export const overtakenReads: Middleware = ({ dispatch, getState }) => {
  const overtaken = new Map<string, Overtaken>();
  const stateOf = () => (getState() as ServiceState)[serviceApi.reducerPath];

  function overtake(tags: readonly Tag[]): void {
    for (const [queryCacheKey, query] of Object.entries(stateOf().queries)) {
      if (query?.status !== 'pending') continue;
      const { changed } = overtaken.get(query.requestId) ?? { changed: [] };
      overtaken.set(query.requestId, { queryCacheKey, changed: [...changed, ...tags] });
    }
  }

  function readAgain(requestId: string): void {
    const read = overtaken.get(requestId);
    if (!read) return;
    overtaken.delete(requestId);
    const { queries, provided } = stateOf();
    // Removed meanwhile, or read by a later request.
    if (queries[read.queryCacheKey]?.requestId !== requestId) return;
    // What it shows is known only once it has been answered.
    const own = (provided.keys[read.queryCacheKey as keyof typeof provided.keys] ?? []) as Tag[];
    const isChanged = own.some((tag) => read.changed.some(({ type, id }) => tag.type === type && tag.id === id));
    if (isChanged) dispatch(serviceApi.util.invalidateTags(own.filter(({ type }) => type === 'answer')));
  }

  return (next) => (action) => {
    if (serviceApi.util.invalidateTags.match(action)) overtake(action.payload as Tag[]);
    if (serviceApi.util.resetApiState.match(action)) overtaken.clear();
    const result = next(action);
    const ended = endedRequest(action);
    if (ended !== null) readAgain(ended);
    return result;
  };
};

/** @returns the id of the request that an action of the cache ends; null: it ends none */
function endedRequest(action: unknown): string | null {
  const { meta } = action as { meta?: { requestId?: string; requestStatus?: string } };
  return meta?.requestId !== undefined && meta.requestStatus !== 'pending' ? meta.requestId : null;
}
