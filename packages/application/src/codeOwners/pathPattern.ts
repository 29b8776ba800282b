/** A part of a name, in code points: a character, any character, any text, or one of a set of characters. */
type Token = { kind: 'char'; char: string } | { kind: 'one' } | { kind: 'any' } | CharacterSet;
type CharacterSet = { kind: 'set'; negated: boolean; ranges: readonly (readonly [number, number])[] };
type Segment = { kind: 'folders' } | { kind: 'name'; tokens: readonly Token[] };

/** A glob over paths: `*` stays within a name, `**` spans folders. */
export type PathPattern = readonly Segment[];

/** A path by its names, each by its code points; it is split once for all patterns. */
export type PathParts = readonly (readonly string[])[];

/** The most steps that matching one path takes, against all rules of a file. */
export const mostMatchingSteps = 2_000_000;

/** Steps of matching that are left; a comparison of one part of a pattern takes one, or one for each range of a set. */
export type StepBudget = { left: number };

/** @returns false when fewer steps are left: then none is */
function takeSteps(budget: StepBudget, steps: number): boolean {
  const isEnough = budget.left >= steps;
  budget.left = isEnough ? budget.left - steps : 0;
  return isEnough;
}

/** @param path of a file in the repository, with slashes */
export function pathParts(path: string): PathParts {
  return path.split('/').map((name) => [...name]);
}

const codePoint = (char: string | undefined) => char?.codePointAt(0) ?? 0;

/** @returns the set that begins at `[`, and where it ends; null: the bracket is not closed */
function characterSet(name: readonly string[], start: number): { set: CharacterSet; end: number } | null {
  const end = name.indexOf(']', start + 2);
  if (end === -1) return null;
  const inside = name.slice(start + 1, end);
  const negated = inside[0] === '!' || inside[0] === '^';
  const chars = negated ? inside.slice(1) : inside;
  const ranges: [number, number][] = [];
  for (let at = 0; at < chars.length; at++) {
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length;
    ranges.push([codePoint(chars[at]), codePoint(chars[isRange ? at + 2 : at])]);
    if (isRange) at += 2;
  }
  return { set: { kind: 'set', negated, ranges }, end };
}

function tokensOf(name: readonly string[], hasSets: boolean): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < name.length; at++) {
    const char = name[at] ?? '';
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
      tokens.push({ kind: 'char', char: name[at] ?? '' });
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
    if (name !== '**') pattern.push({ kind: 'name', tokens: tokensOf([...name], hasSets) });
    else if (pattern.at(-1)?.kind !== 'folders') pattern.push({ kind: 'folders' });
  }
  return pattern;
}

function fitsChar(token: Token | undefined, char: string, budget: StepBudget): boolean {
  switch (token?.kind) {
    case 'char':
      return token.char === char;
    case 'one':
      return true;
    case 'set': {
      if (!takeSteps(budget, token.ranges.length)) return false;
      const point = codePoint(char);
      return token.ranges.some(([first, last]) => point >= first && point <= last) !== token.negated;
    }
    default:
      return false;
  }
}

/**
 * Matches a sequence with a pattern without consecutive wildcards. On a mismatch only the last wildcard takes one element
 * more, so `n` parts and `m` elements need at most `n × m` steps.
 */
function fitsWildcards<Part, Given>(
  pattern: readonly Part[],
  given: readonly Given[],
  budget: StepBudget,
  isWildcard: (part: Part) => boolean,
  fits: (part: Part | undefined, one: Given, budget: StepBudget) => boolean,
): boolean {
  let [at, wildcard, taken] = [0, -1, 0];
  for (let index = 0; index < given.length; ) {
    if (!takeSteps(budget, 1)) return false;
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      wildcard = at;
      taken = index;
      at += 1;
    } else if (fits(part, given[index] as Given, budget)) {
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
  return pattern.length - at <= 1 && pattern.slice(at).every(isWildcard);
}

function fitsName(segment: Segment | undefined, name: readonly string[], budget: StepBudget): boolean {
  if (segment?.kind !== 'name') return false;
  return fitsWildcards(segment.tokens, name, budget, ({ kind }) => kind === 'any', fitsChar);
}

/** @returns whether the pattern fits the whole path; with a spent budget it says nothing */
export function fitsPath(pattern: PathPattern, path: PathParts, budget: StepBudget): boolean {
  return fitsWildcards(pattern, path, budget, ({ kind }) => kind === 'folders', fitsName);
}
