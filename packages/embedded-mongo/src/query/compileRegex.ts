import { locationError } from '../errors/mongoError.ts';

const compiled = new Map<string, RegExp>();

/**
 * A PCRE pattern as a JavaScript one: options i, m, s, u and x, and a leading `(?i)` group. Throws code 51091 for a
 * pattern JavaScript cannot read, 51108 for an unknown option.
 */
export function compileRegex(pattern: string, options: string): RegExp {
  const key = `${options}/${pattern}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const unknown = /[^imsux]/.exec(options);
  if (unknown !== null) throw locationError(51108, `invalid flag in regex options: ${unknown[0]}`);
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const all = options + (inline?.[1] ?? '');
  let source = inline === null ? pattern : pattern.slice(inline[0].length);
  if (all.includes('x')) source = withoutSpace(source);
  const flags = ['i', 'm', 's'].filter((flag) => all.includes(flag)).join('');
  const regex = parse(source, `${flags}u`) ?? parse(source, flags);
  if (regex === undefined) throw locationError(51091, `Regular expression is invalid: ${pattern}`);
  if (compiled.size > 1000) compiled.clear();
  compiled.set(key, regex);
  return regex;
}

/** Strict Unicode syntax is tried first: without it, characters outside the BMP would count as two. */
function parse(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function withoutSpace(source: string): string {
  return source.replace(/(\\.)|(\[(?:\\.|[^\]])*\])|#[^\n]*|\s+/g, (_all, escaped, set) => escaped ?? set ?? '');
}

/** The literal text every match begins with, for a case-sensitive `^literal`; undefined if there is none. */
export function literalPrefix(pattern: string, options: string): string | undefined {
  if (options !== '' || !pattern.startsWith('^') || pattern.includes('|')) return undefined;
  const literal = /^\^([\w\-/ :@,#%&=;~]+)(.?)/.exec(pattern);
  if (literal === null) return undefined;
  const text = literal[1] ?? '';
  const optional = /[*?{]/.test(literal[2] ?? '');
  return (optional ? text.slice(0, -1) : text) || undefined;
}
