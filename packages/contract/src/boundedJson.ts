const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What a JSON text may contain: `depth` counts nested arrays and objects, `elements` all of them and their members. */
export type JsonBounds = { depth: number; elements: number };

/**
 * Parses JSON from tests. Brackets cost far more time and memory than characters of strings do, so they are counted first.
 * @returns undefined for what is not JSON or exceeds a bound
 */
export function parseBoundedJson(text: string, bounds: JsonBounds): unknown {
  if (!isWithin(text, bounds)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isWithin(text: string, bounds: JsonBounds): boolean {
  let depth = 0;
  let elements = 0;
  for (let at = 0; at < text.length; at += 1) {
    const each = text.charCodeAt(at);
    if (each === quote) at = endOfString(text, at);
    else if (each === comma) elements += 1;
    else if (each === openBracket || each === openBrace) {
      depth += 1;
      elements += 1;
      if (depth > bounds.depth) return false;
    } else if (each === closeBracket || each === closeBrace) depth -= 1;
    if (elements > bounds.elements) return false;
  }
  return true;
}

/** @returns the place of the closing quote, or the end of the text */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const each = text.charCodeAt(at);
    if (each === quote) return at;
    if (each === backslash) at += 1;
  }
  return text.length;
}
