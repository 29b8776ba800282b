import { withoutEscapeCodes } from '@assay/contract';

/** Controls, and characters that have no shape of their own: directions, joiners, tags, halves of surrogate pairs. */
const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Co}\p{Cs}]/gu;

/** @returns the text without escape codes and characters that cannot be seen; line feeds and tabs remain */
export function visibleText(text: string): string {
  return withoutEscapeCodes(text)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(unseen, '');
}

/** @returns the text as one line, blanks collapsed */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}
