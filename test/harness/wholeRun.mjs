// The newest successful `npm run test:whole`: `npm test` prints it, `npm run check` limits its age.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const project = join(import.meta.dirname, '../..');
const file = 'test/whole.json';
const maxCommits = 300;
const redRun = 'node_modules/.cache/assay-tests/redRun.json';
/** Where more specs failed, something is wrong with all of them. */
const mostAgain = 5;
const dayMs = 24 * 60 * 60 * 1_000;

/** @returns the output of git, or null where it fails or is not installed */
function git(root, ...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** @returns {{ commit: string, date: string, passed: number, skipped?: number, again?: string[] } | null} */
function read(root) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** @returns the number of commits since, or null where the history does not reach back to the commit */
function commitsSince(root, commit) {
  const count = git(root, 'rev-list', '--count', `${commit}..HEAD`);
  return count === null ? null : Number(count);
}

const count = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** @returns 'whole: 8,306 passed at abc1234, 2 days, 41 commits ago' */
export function describeWholeRun(root = project, now = new Date()) {
  const run = read(root);
  if (run === null) return 'whole: no record, see npm run test:whole';
  const days = count(Math.floor((now - new Date(run.date)) / dayMs), 'day');
  const commits = commitsSince(root, run.commit);
  const age = commits === null ? days : `${days}, ${count(commits, 'commit')}`;
  const skipped = run.skipped ? `, ${run.skipped.toLocaleString('en')} skipped` : '';
  const again = run.again ? `, ${count(run.again.length, 'spec')} again` : '';
  return `whole: ${run.passed.toLocaleString('en')} passed${skipped}${again} at ${run.commit.slice(0, 7)}, ${age} ago`;
}

/** @returns what is wrong with the record, as lines for a person; the age is unknown without git or in a shallow clone */
export function problemsOfWholeRun(root = project) {
  const run = read(root);
  if (run === null) return [`${file} is missing: npm run test:whole`];
  const commits = commitsSince(root, run.commit);
  if (commits !== null && commits > maxCommits)
    return [`${file} is ${commits} commits old, the limit is ${maxCommits}: npm run test:whole`];
  // An export may be in a folder of another repository.
  const isComplete = git(root, 'rev-parse', '--show-prefix', '--is-shallow-repository') === 'false';
  if (commits === null && isComplete)
    return [`${file} names commit ${run.commit}, which is not in the history: npm run test:whole`];
  return [];
}

/** @returns the commit of the files as they are, or null with uncommitted changes or without git */
export function testedCommit(root = project) {
  return git(root, 'status', '--porcelain') === '' ? git(root, 'rev-parse', 'HEAD') : null;
}

/** @param {{ commit: string, date: string, passed: number, skipped: number, again?: string[] }} run */
export function recordWholeRun({ commit, date, passed, skipped, again = [] }, root = project) {
  const run = { commit, date, passed, skipped, ...(again.length > 0 && { again }) };
  writeFileSync(join(root, file), `${JSON.stringify(run, null, 2)}\n`);
}

/** Keeps a whole run in which a few specs failed, to be completed by `npm run test:whole -- --again`. */
export function keepRedRun(run, root = project) {
  mkdirSync(dirname(join(root, redRun)), { recursive: true });
  writeFileSync(join(root, redRun), JSON.stringify(run));
}

/** @returns the newest whole run of the commit that was red; null: no such run, or too much of it failed */
export function redRunOf(commit, root = project) {
  if (commit === null || !existsSync(join(root, redRun))) return null;
  const run = JSON.parse(readFileSync(join(root, redRun), 'utf8'));
  return run.commit === commit && run.failedSpecs.length <= mostAgain ? run : null;
}
