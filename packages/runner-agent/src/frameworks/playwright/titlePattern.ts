/** @returns a pattern that matches exactly this text. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * @param names of tests as they are listed: titles joined by ' › ', with '[project]' and '#2' appended where needed to
 * tell tests apart
 * @returns a pattern for `--grep`, which matches project, file, titles and tags joined by blanks
 */
export function titlePattern(names: readonly string[]): string {
  const ends = names.map((name) => {
    const titles = name.replace(/ #\d+$/, '').replace(/ \[[^\]]*\]$/, '');
    // A title may contain the separator.
    return titles.split(' › ').map(escaped).join('(?: | › )');
  });
  // Titles that end in a bracket themselves are also matched whole.
  const whole = names
    .filter((name) => / \[[^\]]*\]$/.test(name))
    .map((name) => name.split(' › ').map(escaped).join('(?: | › )'));
  return `(?:^|\\s)(?:${[...new Set([...ends, ...whole])].join('|')})(?:\\s@\\S+)*$`;
}
