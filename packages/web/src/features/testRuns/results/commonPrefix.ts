/** Between titles within each other, as frameworks write them. */
const betweenTitles = /( › | > |::)/;

/**
 * @param above the name in the row above; null: none
 * @returns how many characters at the start of a name only repeat the one above: whole titles around it, then whole folders
 *   of a path or packages of a class. Never all of it; words of a title are never parted.
 */
export function commonPrefix(name: string, above: string | null): number {
  if (above === null) return 0;
  const [parts, others] = [name.split(betweenTitles), above.split(betweenTitles)];
  let [index, length] = [0, 0];
  // Every other part is what stands between two titles.
  while (index + 2 < parts.length && parts[index] === others[index] && parts[index + 1] === others[index + 1]) {
    length += `${parts[index]}${parts[index + 1]}`.length;
    index += 2;
  }
  return length + commonStart(parts[index] ?? '', others[index] ?? '');
}

/** @returns the length of the folders or packages that both begin with; 0 for words */
function commonStart(title: string, other: string): number {
  if (/\s/.test(title)) return 0;
  const separator = /[\\/]/.test(title) ? /[\\/]/ : /[.$#]/;
  let length = 0;
  for (let at = 0; at < title.length - 1 && title[at] === other[at]; at += 1) {
    if (separator.test(title.charAt(at))) length = at + 1;
  }
  return length;
}
