const [quote, backslash] = [0x22, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Looks at the text only: V8 takes half a second to parse a megabyte of brackets.
 * @returns whether arrays and objects of the JSON are nested deeper than that
 */
export function isNestedDeeper(json: string, depth: number): boolean {
  let open = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === backslash) at++;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (code === openArray || code === openObject) {
      open++;
      if (open > depth) return true;
    } else if (code === closeArray || code === closeObject) open--;
  }
  return false;
}
