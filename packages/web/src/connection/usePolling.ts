import { useEffect, useId, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ConnectionState } from './connectionTools.ts';
import { cadenceEnded, cadenceSet } from './liveSlice.ts';

/**
 * Polls while there is no socket, and stops when it is back: the socket's resync then fetches what was missed. With
 * `seconds` null nothing is polled, as nothing more will change.
 */
export function usePolling(read: () => unknown, seconds: number | null): void {
  const reader = useId();
  const dispatch = useDispatch();
  const socket = useSelector((state: ConnectionState) => state.live.socket);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (seconds === null) return;
    dispatch(cadenceSet({ reader, seconds }));
    return () => {
      dispatch(cadenceEnded({ reader }));
    };
  }, [dispatch, reader, seconds]);
  useEffect(() => {
    if (seconds === null || socket === 'live') return;
    const timer = setInterval(() => latest.current(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, socket]);
}
