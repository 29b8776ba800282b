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
    const field = named?.type === 'hidden' ? inputBefore(named) : named;
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }, [name]);
  return area;
}

/** @returns the input that people use: a field of choices keeps its name in a hidden one that follows */
function inputBefore(hidden: HTMLElement): HTMLInputElement | undefined {
  const inputs = hidden.parentElement?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [];
  return [...inputs].findLast((input) => input.compareDocumentPosition(hidden) & Node.DOCUMENT_POSITION_FOLLOWING);
}
