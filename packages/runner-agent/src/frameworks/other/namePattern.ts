const regexPrefix = 'Regex: ';

/**
 * @returns a pattern over test names as most frameworks accept it: of exact names only the last part (frameworks match
 * a test's own title), patterns unchanged.
 */
export function namePattern(filters: readonly string[]): string {
  const parts = filters.map((filter) => {
    if (filter.startsWith(regexPrefix)) return filter.slice(regexPrefix.length);
    const title = (filter.split(' › ').at(-1) ?? filter).replace(/ (#\d+|\[[^\]]*\])$/, '');
    return `^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  });
  return parts.length === 1 ? (parts[0] ?? '') : `(?:${parts.join('|')})`;
}
