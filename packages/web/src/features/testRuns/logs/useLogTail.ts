import { pollSeconds, topics } from '@assay/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { throttled } from '../../../connection/keepFresh.ts';
import { serviceEndpoints } from '../../../connection/serviceEndpoints.ts';
import { useAppDispatch } from '../../../connection/useAppDispatch.ts';
import { useLiveTopic } from '../../../connection/useLiveTopic.ts';
import { usePolling } from '../../../connection/usePolling.ts';
import { type LineTime, withTimes } from './lineTimes.ts';

export type LogTail = {
  lines: readonly string[];
  times: readonly LineTime[];
  loaded: boolean;
  failed: boolean;
  readOn: () => void;
};

const nothing = { lines: [''] as readonly string[], times: [] as readonly LineTime[], loaded: false, failed: false };

/**
 * Reads a log from the start and follows its end: on live changes, or by polling while the run goes on. One read at a
 * time, each from where the last one ended; a chunk that ends within a line is continued by the next.
 */
export function useLogTail(testRunId: string, name: string, growing: boolean): LogTail {
  const dispatch = useAppDispatch();
  const [tail, setTail] = useState(nothing);
  const reading = useRef<{ offset: number; busy: boolean; again: boolean; stopped: boolean } | null>(null);

  const readOn = useCallback(async () => {
    const state = reading.current;
    if (!state) return;
    if (state.busy) {
      state.again = true;
      return;
    }
    state.busy = true;
    for (let more = true; more; ) {
      state.again = false;
      const request = serviceEndpoints.endpoints.readLog.initiate(
        { params: { id: testRunId, name }, query: { offset: state.offset } },
        { subscribe: false, forceRefetch: true },
      );
      const { data, isError } = await dispatch(request);
      if (state.stopped) return;
      if (isError || !data) {
        setTail((before) => ({ ...before, failed: true }));
        break;
      }
      const came = data.nextOffset > state.offset;
      state.offset = data.nextOffset;
      setTail(({ lines, times }) => ({
        lines: withText(lines, data.text),
        times: withTimes(times, lines, data.times),
        loaded: true,
        failed: false,
      }));
      more = state.again || (came && data.nextOffset < data.size);
    }
    state.busy = false;
  }, [dispatch, testRunId, name]);

  const soon = useRef(throttled(() => undefined));
  useEffect(() => {
    const state = { offset: 0, busy: false, again: false, stopped: false };
    reading.current = state;
    const pace = throttled(() => void readOn());
    soon.current = pace;
    setTail(nothing);
    pace.call();
    return () => {
      state.stopped = true;
      pace.stop();
    };
  }, [readOn]);

  useLiveTopic(topics.testRunLogs(testRunId), () => soon.current.call());
  usePolling(() => soon.current.call(), growing ? pollSeconds.runAndTests : null);
  return { ...tail, readOn: () => soon.current.call() };
}

/** @returns the lines with the text appended; the last line is still being written. */
export function withText(lines: readonly string[], text: string): readonly string[] {
  if (text === '') return lines;
  const [first = '', ...rest] = text.replace(/\r\n/g, '\n').split('\n');
  return [...lines.slice(0, -1), (lines.at(-1) ?? '') + first, ...rest];
}
