const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", '#39': "'", lt: '<', gt: '>', amp: '&' };

/** @returns the words of a text, without the punctuation around them and what writers of XML make of it */
export function wordsOf(text: string): string {
  return text
    .replace(/&(quot|apos|#39|lt|gt|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
