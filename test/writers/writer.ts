/** Tests of a run by what they came to in the end; one that passed when it was run again passed. */
export type Counts = { passed: number; failed: number; skipped: number };

/** Exact versions of public packages. */
export type Install = {
  /** Package of npm → version. */
  npm?: Readonly<Record<string, string>>;
  /** Packages of Debian, installed where the machine has `apt-get` and its user may use it. */
  debian?: readonly string[];
  /** Package of PyPI → version. */
  pip?: Readonly<Record<string, string>>;
};

/** Where Assay's counts or names are not those of the tool's console. */
export type Difference = {
  /** Why: mostly what the file leaves out. */
  because: string;
  /** Assay's counts less those of the console. */
  counts?: Partial<Counts>;
  /** Titles of the sample that no test of the run has. */
  missing?: readonly string[];
  /** Parts of the names of tests that the sample's titles leave out. */
  added?: readonly string[];
};

/** A tool that writes a report, in one version and one format. */
export type Writer = {
  /** As people call it, and unique. */
  name: string;
  install: Install;
  /** A folder of `test/writers/samples`; writers of one framework share it. */
  sample: string;
  /** Run in a copy of the sample, with `node_modules/.bin` first in `PATH`. */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What is uploaded: paths and patterns below the copy. */
  reports: readonly string[];
  exitCode: number;
  /** Takes the tool's own counts from its output; what it does not count is not compared. */
  console: (output: string) => Partial<Counts>;
  /** Parts of names by which the sample's tests are found; one that several tests have is here as often. */
  titles: readonly string[];
  /** Whether the run of the report alone, without the exit code, does not pass: it fails, or is inconclusive. */
  fails: boolean;
  /** What the file leaves out, in a sentence; null: nothing of importance. */
  hides: string | null;
  differences?: readonly Difference[];
};

/**
 * @param patterns each with the number as its first group; the sum of all matches counts
 * @returns a `console` that counts by these
 */
export function counted(patterns: Readonly<Partial<Record<keyof Counts, RegExp>>>): Writer['console'] {
  return (output) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written so
    const plain = output.replace(/\x1b\[[0-9;]*m/g, '');
    const sums = Object.entries(patterns).map(([outcome, pattern]) => {
      const found = [...plain.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))];
      return [outcome, found.reduce((sum, [, number = '']) => sum + (/^\d+$/.test(number) ? Number(number) : 1), 0)];
    });
    return Object.fromEntries(sums) as Partial<Counts>;
  };
}
