/** Of a terminal's control sequence: a longer one is text that only begins like one. */
const longestControl = 256;
/** Of a title or a link that a terminal is given. */
const longestString = 4096;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is searched
const introducer = /[\u001b\u009b]/g;
const parameters = /[0-?]/;
const intermediates = /[ -/]/;

/**
 * Removes a terminal's escape codes (ECMA-48: colours, cursor movements, titles, links) in one pass, in time that grows
 * with the length of the text alone. The pattern of `util.stripVTControlCharacters` takes minutes for some texts of a few
 * hundred kilobytes, and such texts come from tests.
 */
export function withoutEscapeCodes(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = nextIntroducer(text, 0); at !== -1; at = nextIntroducer(text, from)) {
    parts.push(text.slice(from, at));
    from = endOfCode(text, at);
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

function nextIntroducer(text: string, from: number): number {
  introducer.lastIndex = from;
  return introducer.exec(text)?.index ?? -1;
}

function endOfCode(text: string, at: number): number {
  if (text[at] === '\u009b') return endOfControl(text, at + 1);
  const kind = text[at + 1] ?? '';
  switch (kind) {
    case '[':
      return endOfControl(text, at + 2);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      return endOfString(text, at + 2);
    case '(':
    case ')':
    case '*':
    case '+':
    case '#':
    case '%':
      return Math.min(at + 3, text.length);
    default:
      return /[0-~]/.test(kind) ? at + 2 : at + 1;
  }
}

/** @returns the end of a control sequence; where none ends, its beginning: what follows is text */
function endOfControl(text: string, from: number): number {
  const limit = Math.min(text.length, from + longestControl);
  let at = from;
  while (at < limit && parameters.test(text.charAt(at))) at += 1;
  while (at < limit && intermediates.test(text.charAt(at))) at += 1;
  return /[@-~]/.test(text.charAt(at)) ? at + 1 : from;
}

function endOfString(text: string, from: number): number {
  const limit = Math.min(text.length, from + longestString);
  for (let at = from; at < limit; at += 1) {
    const character = text[at];
    if (character === '\u0007' || character === '\u009c') return at + 1;
    if (character === '\u001b') return text[at + 1] === '\\' ? at + 2 : from;
  }
  return from;
}
