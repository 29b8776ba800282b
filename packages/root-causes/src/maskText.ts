/** What differs from one occurrence of an error to the next, in the order in which it is replaced. */
const masks: readonly [RegExp, string][] = [
  // What a host is asked for differs between tests; the host itself is often the cause.
  [
    /\b([a-z][a-z+]{1,10}:\/\/)(?:[^\s/@'"`<>]{1,100}@)?([\w.-]{1,100})(?::\d{1,5})?([^\s'"`<>)]{0,300})/gi,
    '$1$2<path>',
  ],
  [/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b0x[0-9a-f]{1,40}\b/gi, '<id>'],
  [/\b(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}\b/gi, '<id>'],
  // The last part of a path distinguishes one missing file from another; its folder depends on the machine.
  [
    /(?:file:\/\/)?(?:\b[A-Za-z]:)?(?:(?:[\\/]|(?<![\w.])\.{1,2}[\\/])[\w.@+~-]{1,100}){1,40}[\\/](?=[\w.@+~-])/g,
    '<path>/',
  ],
  [/(?<![\w.])\d{1,20}(?:[.,:]\d{1,20}){0,8}(?![\d])/g, '<n>'],
];

/** Only these digits say what happened. */
const telling =
  /\b(?:exit(?:ed)?(?: with)?(?: code| status)?|status(?: code)?|http(?:\/[\d.]{1,3})?|errno|signal|code)[\s:=]{1,3}(\d{1,4})\b/gi;

/**
 * Replaces what differs from one occurrence of an error to the next by placeholders; exit and status codes stay.
 * @param text of bounded length
 */
export function maskText(text: string): string {
  const codes = text.replace(
    telling,
    (found, code: string) => `${found.slice(0, -code.length)}\ue000${spelled(code)}\ue000`,
  );
  return masks
    .reduce((rest, [pattern, standsFor]) => rest.replace(pattern, standsFor), codes)
    .replace(/\ue000([a-j]{1,4})\ue000/g, (_, letters: string) => digits(letters))
    .replace(/\s{1,1000}/g, ' ')
    .trim();
}

/** Digits as letters, which no mask takes for a number. */
function spelled(code: string): string {
  return code.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}

function digits(letters: string): string {
  return letters.replace(/[a-j]/g, (letter) => String('abcdefghij'.indexOf(letter)));
}

/** @returns the text without the values that an assertion compared */
export function maskValues(text: string): string {
  return text.replace(
    /"[^"\n]{0,500}"|'[^'\n]{0,500}'|`[^`\n]{0,500}`|\[[^\]\n]{0,500}\]|\{[^}\n]{0,500}\}/g,
    '<value>',
  );
}
