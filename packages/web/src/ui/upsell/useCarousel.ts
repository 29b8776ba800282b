import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** How long a slide is shown. */
export const slideMs = 5_000;

/**
 * Slides in turn, each for 5 s. The pointer or the focus on them holds the one that is shown; people who want less motion
 * move on by themselves.
 */
export function useCarousel(count: number) {
  const isStill = useReducedMotion();
  const [shown, setShown] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isStill || isPaused || isHovered || isFocused || count < 2;
  // `shown` starts the time anew, also after a step by hand.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setShown((now) => (now + 1) % count), slideMs);
    return () => clearTimeout(timer);
  }, [isHeld, shown, count]);
  return {
    shown,
    isHeld,
    isHovered,
    isPaused: isPaused || isStill,
    isStill,
    step: (by: number) => setShown((now) => (now + by + count) % count),
    togglePause: () => setPaused((was) => !was),
    holders: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
