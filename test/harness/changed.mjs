// What a change can affect, for `npm test -- --changed`. Imports tell most of it, and Jest follows them; what is beyond
// imports is taken to be affected: processes that tests start of our sources, samples, and files that are only read.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');

/** Tests reach every process of ours by one of these. */
const startsProcesses = ['bundled', 'builtProcess', 'installation', 'commandLine'].map(
  (name) => `test/support/${name}.ts`,
);

const isSpec = (file) => /\.spec\.tsx?$/.test(file);
const isText = (file) =>
  /^(docs|LICENSE|CHANGELOG|README)/.test(file) || (file.endsWith('.md') && !file.startsWith('samples/'));
/** Sources that Jest can follow imports of. */
const isFollowed = (file) => /^(packages|event-schemas|test)\/.*\.tsx?$/.test(file);
/** Built into what tests start: everything of a package but its tests. */
const isBuilt = (file) =>
  /^(packages|event-schemas)\//.test(file) && !isSpec(file) && !/^packages\/[^/]+\/test\//.test(file);

const gitOf =
  (root) =>
  (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const lines = (text) => text.split('\n').filter(Boolean);

/** The branch that work goes to: what this one follows, or else main. */
function base(git) {
  try {
    return git('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}').trim();
  } catch {
    return 'main';
  }
}

/** Files that differ from where this branch left `ref`, whether committed or not. */
function changedSince(git, ref) {
  const since = git('merge-base', ref, 'HEAD').trim();
  const differing = lines(git('diff', '--name-only', '--no-renames', since));
  return [...new Set([...differing, ...lines(git('ls-files', '--others', '--exclude-standard'))])];
}

/**
 * @param {string} [comparedWith] a branch or commit
 * @param {string} [root] the folder of the repository
 * @returns {{ ref: string, files: string[], tests: string[] | null }} the files that tests can tell and that differ from
 *   `ref`, and what to give to Jest: none where nothing is affected, null where everything may be
 */
export function affected(comparedWith, root = project) {
  const git = gitOf(root);
  const ref = comparedWith ?? base(git);
  const files = changedSince(git, ref).filter((file) => !isText(file));
  return { ref, files, tests: files.every(isFollowed) ? testsOf(files, root) : null };
}

function testsOf(files, root) {
  // What imported a file that is gone has changed as well.
  const there = files.filter((file) => existsSync(join(root, file)));
  const all = files.some(isBuilt) ? [...there, ...startsProcesses] : there;
  return all.length === 0 ? [] : ['--findRelatedTests', ...all];
}
