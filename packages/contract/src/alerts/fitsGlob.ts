/**
 * @param pattern in which `*` stands for any text, also for none
 * @returns whether all of the text fits, in a time that no pattern can stretch
 */
export function fitsGlob(text: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  let inPattern = 0;
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++;
      resumeAt = at;
    } else if (pattern[inPattern] === text[at]) {
      at++;
      inPattern++;
    } else if (star !== -1) {
      // The last star takes one character more.
      inPattern = star + 1;
      at = ++resumeAt;
    } else {
      return false;
    }
  }
  return [...pattern.slice(inPattern)].every((rest) => rest === '*');
}
