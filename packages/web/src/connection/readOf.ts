import type { Call, CallAnswer, CallInput } from '@assay/contract';
import { type Input, inputOf, requestOfCall } from './callRequest.ts';
import { tagOfAnswer, tagsOfRead, topicNameOf } from './callTags.ts';
import { type CacheEntry, keepFresh } from './keepFresh.ts';
import type { ServiceRequest } from './requestService.ts';
import type { Tag } from './serviceApi.ts';

export type ReadOptions<C extends Call> = {
  /** Seconds that an unused answer stays cached; 60 by default. */
  keepUnusedDataFor?: number;
  /** Whether a live change of things with these ids affects this answer; by default every change of the topic does. */
  concerns?: (input: CallInput<C>, ids: readonly string[]) => boolean;
  /** Whether an answer is about the past: nothing that happens now makes it another. */
  isPast?: (input: CallInput<C>) => boolean;
  /** More live topics, each of whose changes refetches it: `concerns` is about the topic of the call alone. */
  alsoTopics?: readonly string[];
  /** A live change of the topic does not refetch it by itself. */
  followsTopic?: false;
  /** Screens repeat the first read themselves while the service fails. */
  screensRepeatFirst?: true;
  /** A 401 says nothing about the session. */
  keepsSession?: true;
};

type Read<C extends Call> = {
  query: (input: Input<C>) => ServiceRequest;
  providesTags: (answer: unknown, error: unknown, input: Input<C>) => Tag[];
  onCacheEntryAdded?: (input: Input<C>, entry: CacheEntry) => Promise<void>;
  keepUnusedDataFor?: number;
  transformResponse?: (answer: unknown) => CallAnswer<C>;
};

/**
 * A query endpoint for a call. A live change under the call's topic refetches each cached answer separately: with one tag
 * for all, every page of a list would refetch all of them.
 */
export function readOf<C extends Call>(call: C, options: ReadOptions<C> = {}): Read<C> {
  const { topic } = call;
  const { keepUnusedDataFor, concerns, isPast, alsoTopics = [], followsTopic = true, keepsSession } = options;
  const repeatsFirst = !options.screensRepeatFirst;
  const read: Read<C> = {
    query: (input) => ({ ...requestOfCall(call, inputOf(input)), keepsSession }),
    providesTags: (_answer, _error, input) => tagsOfRead(call, inputOf(input)),
  };
  if (keepUnusedDataFor !== undefined) read.keepUnusedDataFor = keepUnusedDataFor;
  if (topic && followsTopic) {
    const tagOf = (input: Input<C>) => tagOfAnswer(call, inputOf(input));
    const fresh = keepFresh<Input<C>>((input) => [topicNameOf(topic, inputOf(input))], tagOf, {
      concerns: concerns && ((input, ids) => concerns(inputOf(input), ids)),
      repeatsFirst,
    });
    const freshByOthers = alsoTopics.length > 0 ? keepFresh<Input<C>>(() => alsoTopics, tagOf, { repeatsFirst }) : null;
    read.onCacheEntryAdded = async (input, entry) => {
      if (isPast?.(inputOf(input))) return;
      await Promise.all([fresh(input, entry), freshByOthers?.(input, entry)]);
    };
  }
  return read;
}
