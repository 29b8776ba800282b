/**
 * Copies a text. Only pages loaded over TLS, or from the same machine, have a clipboard; others copy a selection.
 * @returns whether the browser let it
 */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copyBySelection(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  );
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visuallyHidden';
  document.body.append(field);
  field.focus();
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
