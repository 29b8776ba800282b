import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether what is in an element is wider than the element, which then scrolls: such an element must take the focus, or
 * the keyboard does not reach what is out of sight.
 * @returns a ref for the element, and whether it scrolls now
 */
export function useScrollsSideways<Scrolled extends HTMLElement>(): [RefObject<Scrolled | null>, boolean] {
  const ref = useRef<Scrolled>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setScrolls(element.scrollWidth > element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return [ref, scrolls];
}
