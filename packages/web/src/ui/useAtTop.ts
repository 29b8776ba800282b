import { type RefObject, useEffect, useState } from 'react';

/** @returns whether the scrolling area that holds the element is scrolled to its top. */
export function useAtTop(element: RefObject<HTMLElement | null>): boolean {
  const [atTop, setAtTop] = useState(true);
  useEffect(() => {
    const area = element.current?.closest('main');
    if (!area) return;
    const scrolled = () => setAtTop(area.scrollTop < 8);
    scrolled();
    area.addEventListener('scroll', scrolled, { passive: true });
    return () => area.removeEventListener('scroll', scrolled);
  }, [element]);
  return atTop;
}
