import { pollSeconds } from '@assay/contract';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { toolsOf } from './connectionTools.ts';
import type { LiveChange } from './liveSource.ts';
import { serviceApi, type Tag } from './serviceApi.ts';
import { mayPass } from './serviceError.ts';

export type CacheEntry = {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  extra: unknown;
  getCacheEntry: () => { status: string; data?: unknown; error?: unknown };
  cacheEntryRemoved: Promise<void>;
};

/** Live changes refetch a cache entry at most this often; the last change is never missed. */
const atMostEveryMilliseconds = 400;
/** A read that the service could not answer is repeated: the change that it was for may have been the last. */
export const repeatMilliseconds = pollSeconds.runAndTests * 1000;

type FreshnessOptions<Arg> = {
  /** Whether a change affects the entry; by default every change of the topic does. */
  concerns?: ((arg: Arg, ids: readonly string[]) => boolean) | undefined;
  /** Whether the first read is repeated as well. */
  repeatsFirst?: boolean;
};

/**
 * An endpoint's `onCacheEntryAdded`: while the entry is cached, changes under its topics refetch it, until the service answers.
 */
export function keepFresh<Arg>(
  topicsOf: (arg: Arg) => readonly string[],
  tagOf: (arg: Arg) => Tag,
  { concerns, repeatsFirst = true }: FreshnessOptions<Arg> = {},
): (arg: Arg, entry: CacheEntry) => Promise<void> {
  return async (arg, entry) => {
    let repeat: ReturnType<typeof setTimeout> | undefined;
    const repeatLater = () => {
      clearTimeout(repeat);
      repeat = setTimeout(() => {
        const { status, data, error } = entry.getCacheEntry();
        if (status === 'pending') repeatLater();
        else if (mayPass(error) && (data !== undefined || repeatsFirst)) again.call();
      }, repeatMilliseconds);
    };
    const again = throttled(() => {
      entry.dispatch(serviceApi.util.invalidateTags([tagOf(arg)]));
      repeatLater();
    });
    repeatLater();
    const onChange = (change: LiveChange) => {
      if (change.kind === 'changed' && change.ids.length > 0 && concerns && !concerns(arg, change.ids)) return;
      again.call();
    };
    const { live } = toolsOf(entry.extra);
    const ends = topicsOf(arg).map((topic) => live.subscribe(topic, onChange));
    await entry.cacheEntryRemoved;
    for (const end of ends) end();
    again.stop();
    clearTimeout(repeat);
  };
}

/**
 * @returns a throttled function that runs at once, then at most once per interval, and once more after the last call.
 */
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
