/** @returns the text, cut to so many characters where it is longer, with an ellipsis as the last of them */
export function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half a character is none.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
