import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { toolsOf } from './connectionTools.ts';
import type { LiveChange } from './liveSource.ts';
import { serviceApi, type Tag } from './serviceApi.ts';

export type CacheEntry = {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  extra: unknown;
  cacheEntryRemoved: Promise<void>;
};

/** Reads caused by live changes come at most this often per cache entry; the last change is never left out. */
const atMostEveryMilliseconds = 400;

/**
 * An endpoint's `onCacheEntryAdded`: as long as the entry is in the cache, changes under the topic make it be read
 * again.
 * @param concerns whether a change is about this entry; without it, every change of the topic is.
 */
export function keepFresh<Arg>(
  topicOf: (arg: Arg) => string,
  tagOf: (arg: Arg) => Tag,
  concerns?: (arg: Arg, ids: readonly string[]) => boolean,
): (arg: Arg, entry: CacheEntry) => Promise<void> {
  return async (arg, entry) => {
    const again = throttled(() => entry.dispatch(serviceApi.util.invalidateTags([tagOf(arg)])));
    const heard = (change: LiveChange) => {
      if (change.kind === 'changed' && change.ids.length > 0 && concerns && !concerns(arg, change.ids)) return;
      again.call();
    };
    const end = toolsOf(entry.extra).live.subscribe(topicOf(arg), heard);
    await entry.cacheEntryRemoved;
    end();
    again.stop();
  };
}

/** @returns a call that runs at once and then at most every so often, always once more after the last one. */
export function throttled(run: () => void, milliseconds = atMostEveryMilliseconds): { call(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const next = () => {
    timer = undefined;
    if (!wanted) return;
    wanted = false;
    run();
    timer = setTimeout(next, milliseconds);
  };
  return {
    call() {
      wanted = true;
      if (timer === undefined) next();
    },
    stop() {
      wanted = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
