import {
  fitsPath,
  mostMatchingSteps,
  type PathPattern,
  pathParts,
  pathPattern,
  type StepBudget,
} from './pathPattern.ts';

/** Whose syntax a file has: GitLab's has sections, default owners and exclusions. */
export type CodeOwnersSyntax = 'GitHub' | 'GitLab';

export type CodeOwnersRule = {
  /** In the file, from 1. */
  line: number;
  /** Of GitLab; null: before the first section. */
  section: string | null;
  /** As they are written: `@name`, `@organization/team` or an email address. Empty: what it fits has no owner. */
  owners: readonly string[];
  excludes: boolean;
  patterns: readonly PathPattern[];
};

/** Where a file may be, the first one counts. */
export const codeOwnersPlaces = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'] as const;

const most = { rules: 20_000, pattern: 500, owners: 50, owner: 200 };
const mail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const heading = /^\^?\[([^\]]+)\](?:\[\d+\])?(?:\s+(.*))?$/;

/** @returns the words of a line up to a comment; a backslash keeps the space or `#` after it, and all others stay */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word = '';
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === '\\' && (next === ' ' || next === '#')) {
      word += next;
      at += 1;
    } else if (char === '\\' && next !== '') {
      word += char + next;
      at += 1;
    } else if (char === ' ' || char === '\t') {
      if (word !== '') words.push(word);
      word = '';
    } else if (char === '#' && word === '') {
      return words;
    } else {
      word += char;
    }
  }
  return word === '' ? words : [...words, word];
}

function isOwner(word: string): boolean {
  return word.length <= most.owner && (/^@[^\s@]/.test(word) || /^@@[a-z]/.test(word) || mail.test(word));
}

/** Patterns as in .gitignore; of `folder/*` only what is directly in the folder. */
function patternsOfGitHub(written: string): PathPattern[] {
  const isFolder = written.endsWith('/');
  const bare = written.replace(/^\//, '').replace(/\/$/, '');
  const isAnchored = written.startsWith('/') || bare.includes('/');
  const glob = isAnchored ? bare : `**/${bare}`;
  const below = pathPattern(`${glob}/**/*`, false);
  if (isFolder) return [below];
  return glob.endsWith('/*') && isAnchored ? [pathPattern(glob, false)] : [pathPattern(glob, false), below];
}

/** Patterns without a slash at the beginning are looked up in every folder, and name folders only with one at the end. */
function patternsOfGitLab(written: string): PathPattern[] {
  const rooted = written.startsWith('/') ? written.slice(1) : `**/${written}`;
  return [pathPattern(rooted.endsWith('/') || rooted === '' ? `${rooted}**/*` : rooted, true)];
}

function ruleOfGitHub(words: readonly string[], line: number): CodeOwnersRule | null {
  const [pattern = '', ...owners] = words;
  if (/^!|[[\]]/.test(pattern) || pattern === '/' || !owners.every(isOwner)) return null;
  return { line, section: null, owners, excludes: false, patterns: patternsOfGitHub(pattern) };
}

function ruleOfGitLab(words: readonly string[], line: number, { name, owners: usual }: Section): CodeOwnersRule {
  const [written = '', ...more] = words;
  const excludes = written.startsWith('!');
  const own = more.filter(isOwner);
  const owners = own.length > 0 ? own : usual;
  return { line, section: name, owners, excludes, patterns: patternsOfGitLab(excludes ? written.slice(1) : written) };
}

/** @returns whether a text has headings of sections, as only files of GitLab do */
export function hasSections(text: string): boolean {
  return text.split(/\r?\n/).some((line) => heading.test(line.trim()));
}

type Section = { name: string | null; owners: readonly string[] };

/** @returns the rules in their order; lines that the syntax does not have are left out, and so are those beyond 20,000 rules */
export function parseCodeOwners(text: string, syntax: CodeOwnersSyntax): CodeOwnersRule[] {
  const rules: CodeOwnersRule[] = [];
  let section: Section = { name: null, owners: [] };
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    if (rules.length >= most.rules) break;
    const content = written.trim();
    const found = syntax === 'GitLab' ? heading.exec(content) : null;
    if (found) {
      section = { name: (found[1] ?? '').trim(), owners: wordsOf(found[2] ?? '').filter(isOwner) };
      continue;
    }
    const words = wordsOf(content);
    const [pattern = ''] = words;
    if (pattern === '' || pattern.length > most.pattern || words.length > most.owners + 1) continue;
    const rule = syntax === 'GitHub' ? ruleOfGitHub(words, index + 1) : ruleOfGitLab(words, index + 1, section);
    if (rule) rules.push(rule);
  }
  return rules;
}

/**
 * @param path of a file in the repository, with slashes
 * @param budget what matching may take, and what is left of it afterwards
 * @returns the rules that say who owns it: the last that fits, in GitLab of each section, in the order of the file; null: the
 * budget was spent
 */
export function codeOwnersRulesOf(
  rules: readonly CodeOwnersRule[],
  path: string,
  budget: StepBudget = { left: mostMatchingSteps },
): CodeOwnersRule[] | null {
  const parts = pathParts(path);
  const found = new Map<string | null, CodeOwnersRule>();
  for (const rule of rules) {
    // GitLab joins sections whose names differ in case only.
    const section = rule.section?.toLowerCase() ?? null;
    // What a section excludes, none of its later rules takes in again.
    const fits = !found.get(section)?.excludes && rule.patterns.some((pattern) => fitsPath(pattern, parts, budget));
    // A later rule could replace those found.
    if (budget.left === 0) return null;
    if (fits) found.set(section, rule);
  }
  return [...found.values()].filter(({ excludes }) => !excludes).sort((one, other) => one.line - other.line);
}
