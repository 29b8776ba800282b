const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export type JsonLimits = { depth: number; values: number };

/**
 * Looks at the text only: V8 takes half a second to parse a megabyte of brackets, or of field names, and what it makes
 * of them is looked at several times more.
 * @returns whether arrays and objects of the JSON are nested deeper than that, or hold more values in all
 */
export function exceeds(json: string, { depth, values }: JsonLimits): 'depth' | 'values' | null {
  let open = 0;
  let separators = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === backslash) at++;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (code === comma) {
      separators++;
      if (separators >= values) return 'values';
    } else if (code === openArray || code === openObject) {
      open++;
      if (open > depth) return 'depth';
    } else if (code === closeArray || code === closeObject) open--;
  }
  return null;
}
