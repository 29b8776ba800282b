/** @returns the parts of a comma list; undefined when there are none. */
export function partsOf(text: string | undefined): string[] | undefined {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  return given.length > 0 ? given : undefined;
}

/** @returns the words of a text that is searched for */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
