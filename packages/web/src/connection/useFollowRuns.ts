import { topics } from '@assay/contract';
import { useEffect, useMemo, useRef } from 'react';
import { throttled } from './keepFresh.ts';
import { useLiveTopic } from './useLiveTopic.ts';

/** A run of many tests changes all the time. */
const atMostEveryMilliseconds = 2_000;

/** Of a query: what it gives tells when the read began, in milliseconds. */
type Read = () => PromiseLike<{ startedTimeStamp?: number | undefined }>;

/** Another read cannot begin while one is under way, whose answer may be from before: then it is read once more. */
async function readAfresh(read: () => ReturnType<Read> | undefined): Promise<void> {
  const asked = Date.now();
  // A query begins after what is shown of it has been mounted, and cannot be read before.
  await Promise.resolve();
  const answer = await read();
  if (answer && (answer.startedTimeStamp ?? asked) < asked) await read();
}

/**
 * Reads an answer again while the test runs in it go on, which change without it.
 * @param testRunIds of those that have not ended; `any`: of one it is not known yet which it is
 * @returns what reads it again, as often as that at most
 */
export function useFollowRuns(testRunIds: readonly string[] | 'any', read: Read): () => void {
  /** Undefined once nobody looks any more: then nothing can be read either. */
  const latest = useRef<Read | undefined>(undefined);
  useEffect(() => {
    latest.current = read;
    return () => {
      latest.current = undefined;
    };
  });
  const again = useMemo(() => throttled(() => void readAfresh(() => latest.current?.()), atMostEveryMilliseconds), []);
  useEffect(() => () => again.stop(), [again]);
  const followed = testRunIds === 'any' ? null : new Set(testRunIds);
  useLiveTopic(topics.testRuns, (change) => {
    if (followed?.size === 0 || change.kind === 'resync') return;
    if (followed === null || change.ids.length === 0 || change.ids.some((id) => followed.has(id))) again.call();
  });
  // One may have ended since it was read, and is not told of any more.
  const followedNow = followed === null ? 'any' : [...followed].sort().join();
  useEffect(() => {
    if (followedNow !== '') again.call();
  }, [again, followedNow]);
  return again.call;
}
