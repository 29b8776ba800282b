/** A part of a name: a character, any character, any text, or one of a set of characters. */
type Token = { kind: 'char'; char: string } | { kind: 'one' } | { kind: 'any' } | CharacterSet;
type CharacterSet = { kind: 'set'; negated: boolean; ranges: readonly (readonly [string, string])[] };
type Segment = { kind: 'folders' } | { kind: 'name'; tokens: readonly Token[] };

/** A glob over paths: `*` stays within a name, `**` spans folders. */
export type PathPattern = readonly Segment[];

/** @returns the set that begins at `[`, and where it ends; null: the bracket is not closed */
function characterSet(text: string, start: number): { set: CharacterSet; end: number } | null {
  const end = text.indexOf(']', start + 2);
  if (end === -1) return null;
  const inside = text.slice(start + 1, end);
  const negated = inside.startsWith('!') || inside.startsWith('^');
  const chars = negated ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let at = 0; at < chars.length; at++) {
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length;
    ranges.push([chars.charAt(at), chars.charAt(isRange ? at + 2 : at)]);
    if (isRange) at += 2;
  }
  return { set: { kind: 'set', negated, ranges }, end };
}

function tokensOf(name: string, hasSets: boolean): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < name.length; at++) {
    const char = name.charAt(at);
    const found = hasSets && char === '[' ? characterSet(name, at) : null;
    if (found) {
      tokens.push(found.set);
      at = found.end;
    } else if (char === '*') {
      if (tokens.at(-1)?.kind !== 'any') tokens.push({ kind: 'any' });
    } else if (char === '?') {
      tokens.push({ kind: 'one' });
    } else if (char === '\\' && at + 1 < name.length) {
      at += 1;
      tokens.push({ kind: 'char', char: name.charAt(at) });
    } else {
      tokens.push({ kind: 'char', char });
    }
  }
  return tokens;
}

/**
 * @param glob without a slash at its beginning
 * @param hasSets whether brackets are sets of characters
 */
export function pathPattern(glob: string, hasSets: boolean): PathPattern {
  const pattern: Segment[] = [];
  for (const name of glob.split('/')) {
    if (name !== '**') pattern.push({ kind: 'name', tokens: tokensOf(name, hasSets) });
    else if (pattern.at(-1)?.kind !== 'folders') pattern.push({ kind: 'folders' });
  }
  return pattern;
}

function fitsChar(token: Token | undefined, char: string): boolean {
  switch (token?.kind) {
    case 'char':
      return token.char === char;
    case 'one':
      return true;
    case 'set':
      return token.ranges.some(([first, last]) => char >= first && char <= last) !== token.negated;
    default:
      return false;
  }
}

/**
 * Tries a wildcard with ever more of what it stands for, and never an earlier one again: with `n` parts of a pattern and `m`
 * of a text, that takes at most `n × m` steps.
 */
function fitsWildcards<Part, Given>(
  pattern: readonly Part[],
  given: readonly Given[],
  isWildcard: (part: Part) => boolean,
  fits: (part: Part | undefined, one: Given) => boolean,
): boolean {
  let [at, wildcard, taken] = [0, -1, 0];
  for (let index = 0; index < given.length; ) {
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      wildcard = at;
      taken = index;
      at += 1;
    } else if (fits(part, given[index] as Given)) {
      at += 1;
      index += 1;
    } else if (wildcard !== -1) {
      taken += 1;
      index = taken;
      at = wildcard + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isWildcard);
}

function fitsName(segment: Segment | undefined, name: string): boolean {
  if (segment?.kind !== 'name') return false;
  return fitsWildcards(segment.tokens, [...name], ({ kind }) => kind === 'any', fitsChar);
}

/** @returns whether the pattern fits the whole path */
export function fitsPath(pattern: PathPattern, path: string): boolean {
  return fitsWildcards(pattern, path.split('/'), ({ kind }) => kind === 'folders', fitsName);
}
