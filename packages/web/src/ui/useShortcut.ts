import { useEffect, useRef } from 'react';

/**
 * Runs on a single key while the component is shown, unless somebody is typing, a dialog is open or a modifier is
 * held. The key is as `KeyboardEvent.key` names it.
 */
export function useShortcut(key: string, run: (event: KeyboardEvent) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (activated[key] !== undefined && isWithin(event.target, activated[key])) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      latest.current(event);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [key]);
}

/** Keys that belong to a focused element that handles them. */
const activated: Readonly<Record<string, string>> = { Enter: 'a, button, label, [role="tree"]', ' ': 'button, label' };

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}
