import { useReducedMotion } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { advanced, type ReplaySpeed } from './replayPlaying.ts';
import type { ReplayTape } from './replayTape.ts';

/** The page changes this often while it plays, in milliseconds; more seldom for those who asked for less motion. */
const paintedEvery = { usual: 100, reduced: 1_000 };

export type Playing = ReturnType<typeof usePlaying>;

/** The place in a replay, and what moves it. Nothing plays until somebody says so. */
export function usePlaying(tape: ReplayTape, start: number, onRest: (place: number) => void) {
  const [place, setPlace] = useState(start);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<ReplaySpeed>(10);
  const every = useReducedMotion() ? paintedEvery.reduced : paintedEvery.usual;
  const at = useRef(start);
  const latest = useRef({ tape, onRest });
  useEffect(() => {
    latest.current = { tape, onRest };
  });

  const rest = useCallback(() => {
    setPlaying(false);
    setPlace(at.current);
    latest.current.onRest(at.current);
  }, []);

  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let painted = before;
    let frame = requestAnimationFrame(function tick(now) {
      at.current = advanced(latest.current.tape, at.current, Math.max(0, now - before) * speed);
      before = now;
      if (at.current >= latest.current.tape.end) return rest();
      if (now - painted >= every) {
        painted = now;
        setPlace(at.current);
      }
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, every, rest]);

  const seek = useCallback((next: number) => {
    at.current = Math.max(0, next);
    setPlace(at.current);
  }, []);
  const toggle = () => {
    if (playing) return rest();
    // Playing from the end begins again.
    if (at.current >= tape.end) seek(0);
    setPlaying(true);
  };
  /** Goes somewhere and stays there. */
  const goTo = (next: number) => {
    seek(next);
    rest();
  };
  return { place, playing, speed, setSpeed, seek, goTo, toggle, rest };
}
