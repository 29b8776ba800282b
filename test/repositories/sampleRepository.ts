/** What a test of a sample comes to. */
export type Outcome = 'PASS' | 'FAIL' | 'SKIPPED';

/** How the output of a framework counts its tests. */
export type CountedBy =
  | 'mocha'
  | 'jest'
  | 'vitest'
  | 'node:test'
  | 'ava'
  | 'tap'
  | 'tape'
  | 'uvu'
  | 'jasmine'
  | 'playwright'
  | 'cucumber'
  | 'wdio'
  | 'nightwatch'
  | 'pytest'
  | 'unittest'
  | 'maven';

/** A small repository that is true to a kind of public one. */
export type SampleRepository = {
  name: string;
  /** What is characteristic of it, for the table. */
  kind: string;
  files: Readonly<Record<string, string>>;
  /** The package manager that writes its lock file, in a folder of the repository; without one, it has none. */
  lock?: { by: 'npm' | 'pnpm' | 'yarn' | 'yarn 4'; folder?: string };
  /** Of its only commit. */
  tag?: string;
  /** Another repository, at this path. */
  submodule?: { path: string; files: Readonly<Record<string, string>> };
  /** Programs that it needs besides Node, npm and git. */
  needs?: readonly string[];
  /** What is right of its first proposal. */
  proposed: { framework: string; workingDirectory?: string };
  /** What its README says, to be run in a clone. */
  bare: { install?: string; test: string; countedBy: CountedBy };
  /** By title, which is the end of the test's name. */
  tests: Readonly<Record<string, Outcome>>;
};

export const passing = { 'adds up': 'PASS', 'takes away': 'PASS' } as const;
export const usual = { ...passing, 'multiplies later': 'SKIPPED' } as const;

/** @returns a package.json as people write it */
export function manifest(parts: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ name: 'sums', version: '1.0.0', ...parts }, null, 2)}\n`;
}

export const sums = {
  commonJs: 'exports.add = (a, b) => a + b;\nexports.subtract = (a, b) => a - b;\n',
  module: 'export const add = (a, b) => a + b;\nexport const subtract = (a, b) => a - b;\n',
  typed:
    'export const add = (a: number, b: number): number => a + b;\nexport const subtract = (a: number, b: number): number => a - b;\n',
  python: 'def add(a, b):\n    return a + b\n\n\ndef subtract(a, b):\n    return a - b\n',
};

/** @returns tests of Mocha, Jasmine's relatives and Jest, which have `describe` and `it` as globals */
export function describedTests(head: string, skip = 'it.skip'): string {
  return `${head}
const assert = require('node:assert');

describe('sums', () => {
  it('adds up', () => {
    assert.strictEqual(add(1, 2), 3);
  });
  it('takes away', () => {
    assert.strictEqual(subtract(3, 2), 1);
  });
  ${skip}('multiplies later', () => {});
});
`;
}
