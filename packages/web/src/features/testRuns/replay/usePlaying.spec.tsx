import type { Position, ReplayFrame } from '@assay/contract';
import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { ReplayTape } from './replayTape.ts';
import { usePlaying } from './usePlaying.ts';

const frames = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000].map(
  (t) => ({ t, event: 'TestStarted', position: `e-${t}` as Position }) satisfies ReplayFrame,
);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Plays five seconds of a run at single speed. @returns each place that was painted, in milliseconds of the run */
function placesOf({ reduced }: { reduced: boolean }): number[] {
  const media = window.matchMedia;
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...media(query), matches: reduced && /reduced-motion: reduce/.test(query) }));
  const tape = new ReplayTape(frames, 'happened');
  const places = new Set<number>();
  const { result } = renderHook(() => {
    const playing = usePlaying(tape, 0, () => undefined);
    places.add(playing.place);
    return playing;
  });
  act(() => result.current.setSpeed(1));
  act(() => result.current.toggle());
  // Each frame by itself, or React would paint several as one.
  for (let passed = 0; passed < 5_000; passed += 20) act(() => jest.advanceTimersByTime(20));
  return [...places].slice(1);
}

describe('a replay that plays', () => {
  it('is painted ten times a second', () => {
    const places = placesOf({ reduced: false });
    expect(places.length).toBeGreaterThan(40);
    expect(places.length).toBeLessThanOrEqual(50);
  });

  it('is painted once a second for who asked for less motion, and is as far by then', () => {
    const places = placesOf({ reduced: true });
    expect(places.map((place) => Math.round(place / 1_000))).toEqual([1, 2, 3, 4]);
  });
});
