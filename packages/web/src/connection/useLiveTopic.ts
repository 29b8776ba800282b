import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { toolsOf } from './connectionTools.ts';
import type { LiveChange } from './liveSource.ts';

/** Follows changes under a topic while the component is mounted; for data outside the cache. */
export function useLiveTopic(topic: string, onChange: (change: LiveChange) => void): void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(
    () =>
      dispatch((_dispatch, _getState, extra) =>
        toolsOf(extra).live.subscribe(topic, (change) => latest.current(change)),
      ),
    [dispatch, topic],
  );
}
