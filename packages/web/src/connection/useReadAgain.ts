import { useEffect, useRef } from 'react';

type Query = { isUninitialized: boolean; isFetching: boolean; refetch: () => PromiseLike<unknown> };

/**
 * @returns what reads a query again because something has changed. If it is being read at that moment it is read once more
 * afterwards: what is under way may have been answered before the change.
 */
export function useReadAgain(query: Query): () => void {
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  const state = useRef({ isReading: false, isWanted: false });
  useEffect(
    () => () => {
      // Nobody looks any more, and there is nothing left to refetch.
      state.current.isWanted = false;
    },
    [],
  );

  async function read(): Promise<void> {
    const { current } = state;
    current.isWanted = true;
    if (current.isReading) return;
    current.isReading = true;
    // A read that is under way is joined, not repeated.
    let joins = latest.current.isFetching;
    while (current.isWanted && !latest.current.isUninitialized) {
      current.isWanted = joins;
      joins = false;
      await latest.current.refetch();
    }
    current.isReading = false;
  }

  return () => void read();
}
