import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Puts the focus on the field that the address names (`?field=resultFiles`), once. @returns for what holds the form */
export function useFieldInAddress(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const name = search.get('field');
  useEffect(() => {
    if (name === null) return;
    const named = area.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
    // Fields of choices have a hidden input with the name, beside the one that people use.
    const field =
      named?.type === 'hidden' ? named.parentElement?.querySelector<HTMLElement>('input:not([type=hidden])') : named;
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }, [name]);
  return area;
}
