const reference = /&#(?:x([0-9a-f]{1,8})|([0-9]{1,10}));/gi;

/**
 * Mocha and others write a control character as a reference to it, which XML does not know; the parser leaves it as it
 * stands. The `&` of a text that really says so is written as an entity, and is no more told apart here.
 *
 * @returns the text with these characters, which are dealt with like those that stand in a file as they are
 */
export function withControls(text: string): string {
  if (!text.includes('&#')) return text;
  return text.replace(reference, (whole, hexadecimal?: string, decimal?: string) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code < 0x20 ? String.fromCharCode(code) : whole;
  });
}
