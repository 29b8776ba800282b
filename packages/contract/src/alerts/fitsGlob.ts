/**
 * @param pattern in which `*` stands for any text, also for none
 * @returns whether all of a text fits, in a time that no pattern can stretch
 */
export function globOf(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    // Each piece where it first occurs: that leaves most room for the next ones.
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1 || found + piece.length > end) return false;
      at = found + piece.length;
    }
    return true;
  };
}

/** As {@link globOf}, for a pattern that is used once. */
export function fitsGlob(text: string, pattern: string): boolean {
  return globOf(pattern)(text);
}
