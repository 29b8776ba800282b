// The English of lines that were added: `npm run check` refuses words that read as translated. Older lines are left
// alone until they are edited.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');
/** Lines that were added after this commit are checked. */
const baseline = 'a1ed3d4fc5a7e96e977483da18e6eb8936f64717';

/** What is refused, and what to write instead. */
const rules = [
  [/\b(?:whoever|whomever|somebody|everybody|nobody)\b/i, 'users, callers, administrators; "no" or "not"'],
  [/\bnone (?:that|of which)\b/i, '"no" or "not"'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'notify, report, receive'],
  [/\btells? of\b|\bspeaks? up\b/i, 'notify, report, publish'],
  [/\blook(?:s|ed|ing)? into\b|\blook(?:s|ed|ing)? (?:at|for) (?:by|in) the\b/i, 'check, inspect, search'],
  [/\bbeside\b/i, 'during, alongside, next to, compared with'],
  [/\b(?:stands|stood) (?:in(?! for)|at|on|by|below|above|here|there|for good)\b/i, 'is, exists'],
  [/\bcomes? to be\b|\bbecomes? of\b/i, 'is, happens to, results in'],
  [/\bso many\b|\bas far as\b/i, 'the count, up to'],
  [/\bof which\b/i, 'whose, or a sentence of its own'],
  [/\bthere (?:is|are) no such\b/i, '"… not found"'],
  [/\b(?:is|are) none\b/i, '"is not a …", "there is no …"'],
  [/\bin turns\b|\btakes? (?:its|their) turns?\b/i, 'serialized, queued, in order'],
  [/\bas may be\b/i, 'the maximum, the limit'],
  [/\bset aside\b/i, 'dead-lettered'],
  [/\bhears? of\b|\bheard of\b/i, 'is notified of, receives'],
  [/\b(?:that|what) there (?:is|are) not\b/i, 'unknown, missing, does not exist'],
  [/\bdo(?:es)? not any more\b/i, 'no longer'],
  [/\b(?:counts?|for|takes?) so long\b/i, 'for this long'],
  [/\b(?:is|are) no news\b|\bnews of\b/i, 'is already known, notification of'],
  [/\bby the way of\b/i, 'through, with'],
  [/\bgone on with\b|\bgoes on with what\b/i, 'continued, resumed'],
  [/\b(?:one|those) (?:of|to|for) whom\b/i, 'whose, or a noun: recipients, owners'],
  [/\bin words for people\b/i, 'as a text for people'],
  [/\blonger than (?:it|they) may\b/i, 'exceeds its limit'],
  [/\bwants? no more of\b/i, 'unsubscribes'],
  [/\bwants? it so\b/i, 'if enabled'],
];

const isCode = (file) => /\.(?:tsx?|[cm]?js)$/.test(file);
const isMarkdown = (file) => file.endsWith('.md');
/** Words of others or of their time, and the rules themselves. */
const isExempt = (file) => /^(?:samples\/|test\/harness\/prose\.|findings\/)/.test(file);

const comment = /^\s*\*.*|(?:^|\s)\/\/.*|\/\*.*/;
/** Paths of modules are names. */
const quoted = /'(?!\.)(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?/g;
/** A line of JSX that is text alone. */
const onlyWords = /^\s*[A-Z(]?[\w’'"(][^=;{}<>]*\s[^=;{}<>]*$/;

/** @returns the parts of a line that people read: Markdown without its code; comments, texts and JSX of sources */
function readableParts(file, line) {
  if (isMarkdown(file)) return [withoutCode(line)];
  const said = comment.exec(line)?.[0];
  const code = said === undefined ? line : line.slice(0, line.indexOf(said));
  const parts = code.match(quoted) ?? [];
  if (said !== undefined) parts.push(withoutCode(said));
  if (file.endsWith('.tsx') && onlyWords.test(line)) parts.push(line);
  return parts;
}

function withoutCode(text) {
  return text.replace(/`[^`]*`|\]\([^)]*\)/g, ' ');
}

/**
 * @param {string} file its name decides what of the line is prose
 * @param {string} line
 * @returns {{ found: string, instead: string }[]}
 */
export function problemsOfLine(file, line) {
  const parts = readableParts(file, line);
  return rules.flatMap(([pattern, instead]) => {
    const found = parts.map((part) => pattern.exec(part)?.[0]).find((match) => match !== undefined);
    return found === undefined ? [] : [{ found, instead }];
  });
}

/** @returns {{ file: string, number: number, line: string }[]} the lines of a diff without context that were added */
function addedLines(diff) {
  const added = [];
  let file = '';
  let number = 0;
  for (const line of diff.split('\n')) {
    const header = /^\+\+\+ b\/(.*)$/.exec(line);
    const hunk = /^@@ -\S+ \+(\d+)/.exec(line);
    if (header) file = header[1];
    else if (hunk) number = Number(hunk[1]);
    else if (line.startsWith('+')) added.push({ file, number: number++, line: line.slice(1) });
  }
  return added;
}

/** @returns {{ file: string, number: number, line: string }[]} all lines of files that git does not know yet */
function linesOf(root, files) {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ file, number: index + 1, line })),
  );
}

/**
 * @param {string} [root] the folder of the repository
 * @param {string} [since] a commit
 * @returns {string[]} a line for a person for each finding in lines that were added since; none without the history, as
 *   in a shallow clone or an export
 */
export function problemsOfProse(root = project, since = baseline) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: Number.POSITIVE_INFINITY });
  const isChecked = (file) => (isCode(file) || isMarkdown(file)) && !isExempt(file);
  let added;
  try {
    const diff = git('-c', 'core.quotePath=false', 'diff', '--unified=0', '--no-color', '--no-ext-diff', since);
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(isChecked);
    added = [...addedLines(diff), ...linesOf(root, untracked)];
  } catch {
    return [];
  }
  return added
    .filter(({ file }) => isChecked(file))
    .flatMap(({ file, number, line }) =>
      problemsOfLine(file, line).map(({ found, instead }) => `${file}:${number} '${found}': ${instead}`),
    );
}
