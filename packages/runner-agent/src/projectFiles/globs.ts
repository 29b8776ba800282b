import { isAbsolute, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';

export type GlobOptions = {
  /** Names of folders that are not entered, in addition to node_modules and .git. */
  skip?: readonly string[];
  /** Patterns of files that do not count, and of folders in which no file does. */
  exclude?: readonly string[];
  /** Levels below the directory; unlimited by default. */
  depth?: number;
  /** Whether wildcards match names that begin with a dot. */
  dot?: boolean;
  /** Nothing outside of this folder is searched: patterns may name folders above the directory. */
  within?: string;
};

/** A regular expression for paths within a folder, written with slashes. */
type Match = { base: string; pattern: string };
/** One walk through a folder: files whose path within it matches. */
type Search = Match & { depth: number };

export type SearchOrder = { searches: Search[]; skip: string[]; exclude: Match[] };

const deepest = 64;
/** Ends in a plain name without an ending, as folders have. */
const namesFolder = /\/[\w-]+$/;
const alwaysSkipped = ['node_modules', '.git'];

/**
 * Compiles patterns for the helper, which knows no globs. A path that may lead to a folder also
 * means every file in it.
 * @param directory that relative patterns start from
 */
export function searchesOf(directory: string, patterns: readonly string[], options: GlobOptions): SearchOrder {
  const { skip = [], exclude = [], depth = deepest, dot = false, within = directory } = options;
  const searches: Search[] = [];
  const excluded = exclude.flatMap((pattern) => matchesOf(directory, pattern, true));
  for (const each of patterns) {
    // '!(a|b)' is a wildcard.
    if (each.startsWith('!') && each[1] !== '(') {
      excluded.push(...matchesOf(directory, each.slice(1), true));
      continue;
    }
    for (const { rest, ...match } of matchesOf(directory, each, dot)) {
      const levels = /\*\*|[({]/.test(rest) ? deepest : rest.split('/').length;
      if (isWithin(match.base, within)) searches.push({ ...match, depth: Math.min(levels, depth) });
    }
  }
  return {
    searches,
    skip: [...alwaysSkipped, ...skip],
    exclude: excluded.map(({ base, pattern }) => ({ base, pattern })),
  };
}

function matchesOf(directory: string, pattern: string, dot: boolean): (Match & { rest: string })[] {
  return parted(pattern).map(({ folder, rest }) => ({
    base: resolve(directory, folder),
    pattern: picomatch.makeRe(rest, { dot }).source,
    rest,
  }));
}

/** @returns the folder that a pattern names literally, and the rest of it; twice for a path that may be a folder. */
function parted(pattern: string): { folder: string; rest: string }[] {
  const plain = segmentsOf(pattern).join('/');
  if (plain === '') return [];
  const { base, glob, isGlob } = picomatch.scan(plain);
  if (isGlob && glob !== '') {
    const rests = namesFolder.test(glob) ? [glob, `${glob}/**`] : [glob];
    return rests.map((rest) => ({ folder: base, rest }));
  }
  const at = plain.lastIndexOf('/') + 1;
  return [
    { folder: plain.slice(0, at), rest: plain.slice(at) },
    { folder: plain, rest: '**' },
  ];
}

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** @returns the parts of a pattern between its slashes, without empty ones at its end and dots at its beginning */
function segmentsOf(pattern: string): string[] {
  const segments = pattern.replaceAll('\\', '/').split('/');
  let [from, to] = [0, segments.length];
  while (from < to - 1 && segments[from] === '.') from += 1;
  while (to > from && segments[to - 1] === '') to -= 1;
  // Several slashes are one, but for the first: it makes the pattern absolute.
  return segments.slice(from, to).filter((segment, index) => segment !== '' || index === 0);
}
