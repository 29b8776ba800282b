/** A part of a query and where it stands, from 0. */
export type TqlToken = {
  kind: 'word' | 'quoted' | 'operator' | '(' | ')' | ',' | 'end' | 'unreadable';
  /** What was written, or what stands between the quotes. */
  text: string;
  position: number;
  /** Of what was written, quotes included. */
  length: number;
};

const part =
  /\s*(?:(?<word>[^\s(),"'=!~<>]+)|(?<operator>!=|!~|<=|>=|=|~|<|>)|(?<mark>[(),])|(?<quote>["'])|(?<other>\S))/y;
const quoted = {
  '"': /"((?:[^"\\]|\\.)*)"/y,
  "'": /'((?:[^'\\]|\\.)*)'/y,
} as const;

/** @returns the parts of the text; the last one is its end, or where it cannot be read any further. */
export function tqlTokensOf(text: string): TqlToken[] {
  const tokens: TqlToken[] = [];
  let at = 0;
  for (;;) {
    part.lastIndex = at;
    const found = part.exec(text)?.groups;
    if (!found) return [...tokens, { kind: 'end', text: '', position: text.length, length: 0 }];
    const { word, operator, mark, quote, other } = found;
    const position = part.lastIndex - (word ?? operator ?? mark ?? quote ?? other ?? '').length;
    if (quote === '"' || quote === "'") {
      quoted[quote].lastIndex = position;
      const [whole, inner = ''] = quoted[quote].exec(text) ?? [];
      if (whole === undefined) return [...tokens, unreadable(text, position)];
      tokens.push({ kind: 'quoted', text: inner.replace(/\\(.)/g, '$1'), position, length: whole.length });
      at = position + whole.length;
    } else if (other !== undefined) {
      return [...tokens, unreadable(text, position)];
    } else {
      const kind = word !== undefined ? 'word' : operator !== undefined ? 'operator' : (mark as '(' | ')' | ',');
      const written = word ?? operator ?? mark ?? '';
      tokens.push({ kind, text: written, position, length: written.length });
      at = position + written.length;
    }
  }
}

function unreadable(text: string, position: number): TqlToken {
  return { kind: 'unreadable', text: text.slice(position), position, length: text.length - position };
}
