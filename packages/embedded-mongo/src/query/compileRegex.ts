import { createContext, Script } from 'node:vm';
import { RE2JS } from 're2js';
import { locationError } from '../errors/mongoError.ts';

/** Whether a text matches. Throws code 51156 when that would take too long. */
export type TextMatcher = {
  test(text: string): boolean;
};

const compiled = new Map<string, TextMatcher>();

/**
 * A PCRE pattern with the options i, m, s, u and x, or a leading group of them. No pattern can block the server: simple
 * ones run on JavaScript's engine, all others on RE2 in linear time; look-arounds and back references, which need
 * backtracking, run with a time limit. Throws code 51091 for an invalid pattern, 51108 for an unknown option.
 */
export function compileRegex(pattern: string, options: string): TextMatcher {
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
  const matcher = matcherFor(source, flags);
  if (matcher === undefined) throw locationError(51091, `Regular expression is invalid: ${pattern}`);
  if (compiled.size > 1000) compiled.clear();
  compiled.set(key, matcher);
  return matcher;
}

/**
 * Up to this many characters, a backtracking engine with one unbounded repetition finishes within a few milliseconds.
 */
const maxBacktrackingLength = 2_000;

function matcherFor(source: string, flags: string): TextMatcher | undefined {
  const linear = linearMatcher(source, flags);
  if (pcreOnly.test(source)) return linear;
  const regex = parse(source, `${flags}u`) ?? parse(source, flags);
  if (regex === undefined || linear === undefined) return linear ?? (regex && timedMatcher(regex));
  const repetitions = openRepetitions(source);
  if (repetitions === 0) return regex;
  if (repetitions > 1) return linear;
  return { test: (text) => (text.length <= maxBacktrackingLength ? regex : linear).test(text) };
}

/** PCRE syntax that JavaScript would interpret differently. */
const pcreOnly = /\\[AzQEC]|\[\[:|\(\?[a-z-]+[:)]/;

/**
 * The number of unbounded repetitions and repeated groups in a pattern: what a backtracking engine may try in many
 * ways.
 */
function openRepetitions(source: string): number {
  const plain = source.replace(/\\.|\[(?:\\.|[^\]])*\]/gs, 'x');
  return (plain.match(/[*+]|\{\d+,\}|\)[{?]|\{\d{2,}|\{\d+,\d{2,}\}/g) ?? []).length + (/\)[*+{]/.test(plain) ? 1 : 0);
}

function linearMatcher(source: string, flags: string): TextMatcher | undefined {
  try {
    const bits = [...flags].reduce((sum, flag) => sum | (re2Flags[flag] ?? 0), 0);
    const regex = RE2JS.compile(source, bits);
    return { test: (text) => regex.test(text) };
  } catch (error) {
    // RE2JS throws several kinds of errors for patterns that it rejects.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const re2Flags: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** A process that was only paused finishes within the second limit. */
const matchTimeoutsMs = [25, 250] as const;
const timed = { regex: /x/, text: '' };
const context = createContext(timed);
const script = new Script('regex.test(text)');

/** V8 can interrupt a match that runs as a script with a time limit; this costs about 60 µs each. */
function timedMatcher(regex: RegExp): TextMatcher {
  return {
    test: (text) => {
      timed.regex = regex;
      timed.text = text;
      let reason: unknown;
      for (const timeout of matchTimeoutsMs) {
        try {
          return script.runInContext(context, { timeout }) === true;
        } catch (error) {
          reason = error;
        }
      }
      throw locationError(
        51156,
        `Error occurred while executing the regular expression: match limit exceeded (${reason instanceof Error ? reason.message : String(reason)})`,
      );
    },
  };
}

/** Strict Unicode syntax is tried first: without it, a character outside the BMP would count as two. */
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

/** The literal text with which every match begins, for a case-sensitive `^literal`; undefined if there is none. */
export function literalPrefix(pattern: string, options: string): string | undefined {
  if (options !== '' || !pattern.startsWith('^') || pattern.includes('|')) return undefined;
  const literal = /^\^([\w\-/ :@,#%&=;~]+)(.?)/.exec(pattern);
  if (literal === null) return undefined;
  const text = literal[1] ?? '';
  const optional = /[*?{]/.test(literal[2] ?? '');
  return (optional ? text.slice(0, -1) : text) || undefined;
}
