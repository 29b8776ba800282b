import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fieldIn, focusField } from './fieldIn.ts';

/** Puts the focus on the field that the address names (`?field=resultFiles`), once. @returns for what holds the form */
export function useFieldInAddress(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const name = search.get('field');
  useEffect(() => {
    const field = name !== null && area.current ? fieldIn(area.current, name) : null;
    if (field) focusField(field);
  }, [name]);
  return area;
}
