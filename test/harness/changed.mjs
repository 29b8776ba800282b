// What a change can affect, for `npm test -- --changed`. Imports tell most of it, and Jest follows them; what is beyond
// imports is taken to be affected: processes that tests start of our sources, samples, and files that are only read.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

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

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const lines = (text) => text.split('\n').filter(Boolean);

/** The branch that work goes to: what this one follows, or else main. */
function base() {
  try {
    return git('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}').trim();
  } catch {
    return 'main';
  }
}

/** Files that differ from where this branch left `ref`, whether committed or not. */
function changedSince(ref) {
  const since = git('merge-base', ref, 'HEAD').trim();
  const differing = lines(git('diff', '--name-only', '--no-renames', since));
  return [...new Set([...differing, ...lines(git('ls-files', '--others', '--exclude-standard'))])];
}

/**
 * @param {string} [ref] what to compare with
 * @returns {string[] | null} what to give to Jest: none where nothing is affected, null where everything may be
 */
export function affected(ref = base()) {
  const files = changedSince(ref).filter((file) => !isText(file));
  console.log(`${files.length} files that tests can tell differ from ${ref}`);
  if (!files.every(isFollowed)) return null;
  // What imported a file that is gone has changed as well.
  const there = files.filter((file) => existsSync(join(root, file)));
  const all = files.some(isBuilt) ? [...there, ...startsProcesses] : there;
  return all.length === 0 ? [] : ['--findRelatedTests', ...all];
}
