/** @returns the indexes of the lines that contain the text, ignoring case; none for an empty text. */
export function matchingLines(lines: readonly string[], text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index] : []));
}
