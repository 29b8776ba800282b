import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Gives the focus to the field that the fragment of the address names, once its form is there. */
export function useFixedField(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const named = hash === '' ? null : document.getElementById(hash.slice(1));
    const field = named?.matches('input') ? named : named?.querySelector<HTMLElement>('input:checked');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [hash]);
}
