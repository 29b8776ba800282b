/** @returns a pattern that fits exactly this text. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * @param names of tests as they are listed: titles joined by ' › ', with '[project]' and '#2' behind where tests are to
 * be told apart
 * @returns a pattern for `--grep`, which looks at project, file, titles and tags with blanks between them
 */
export function titlePattern(names: readonly string[]): string {
  const ends = names.map((name) => {
    const titles = name.replace(/ #\d+$/, '').replace(/ \[[^\]]*\]$/, '');
    // A title may hold the sign that joins titles.
    return titles.split(' › ').map(escaped).join('(?: | › )');
  });
  // Titles that end in a bracket themselves are looked for whole as well.
  const whole = names
    .filter((name) => / \[[^\]]*\]$/.test(name))
    .map((name) => name.split(' › ').map(escaped).join('(?: | › )'));
  return `(?:^|\\s)(?:${[...new Set([...ends, ...whole])].join('|')})(?:\\s@\\S+)*$`;
}
