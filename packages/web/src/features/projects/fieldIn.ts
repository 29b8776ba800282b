/** @returns the input that people use for a setting, within what holds the form; null: it is not shown there */
export function fieldIn(area: HTMLElement, name: string): HTMLInputElement | null {
  const named = area.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  if (named?.type !== 'hidden') return named;
  return inputBefore(named);
}

export function focusField(field: HTMLInputElement): void {
  field.scrollIntoView({ block: 'center' });
  field.focus();
}

/** A field of choices keeps its name in a hidden one that follows what people use. */
function inputBefore(hidden: HTMLElement): HTMLInputElement | null {
  const inputs = hidden.parentElement?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [];
  return (
    [...inputs].findLast((input) => input.compareDocumentPosition(hidden) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null
  );
}
