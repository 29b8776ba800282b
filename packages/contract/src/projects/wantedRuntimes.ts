import semver from 'semver';
import { hasOwnCommand } from './frameworkRules.ts';
import type { TestingFramework } from './projectViews.ts';

export const runtimeNames = ['Node', 'Python'] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** A version that a repository asks for. */
export type WantedRuntime = {
  name: RuntimeName;
  /** As it is written, such as `lts/iron` or `>=18`. */
  asked: string;
  /** Ranges of semver, the preferred first: a patch version that is missing is replaced by another one. */
  ranges: readonly string[];
  /** Where it is written: one of the folders, and a file in it. */
  folder: string;
  file: string;
};

type Asked = Pick<WantedRuntime, 'asked' | 'ranges'>;
/** @returns null where the file names no version */
type Reader = (text: string) => Asked | null;
type Source = readonly [file: string, read: Reader];

const longest = 60;
const mostListed = 4;
const codenames: Readonly<Record<string, string>> = {
  erbium: '12',
  fermium: '14',
  gallium: '16',
  hydrogen: '18',
  iron: '20',
  jod: '22',
  krypton: '24',
};

const miseFiles = ['mise.toml', '.mise.toml', '.config/mise.toml'] as const;

/** Files for version managers, which name one version. */
const pins: Record<RuntimeName, readonly Source[]> = {
  Node: [
    ['.nvmrc', (text) => nodeVersion(firstLine(text))],
    ['.node-version', (text) => nodeVersion(firstLine(text))],
    ['package.json', (text) => nodeVersion(textIn(text, 'volta', 'node'))],
    ['.tool-versions', (text) => nodeVersion(/^(?:nodejs|node)[ \t]+(\S+)/m.exec(text)?.[1])],
    ...miseFiles.map((file): Source => [file, (text) => nodeVersion(miseTool(text, 'node(?:js)?'))]),
  ],
  Python: [
    ['.python-version', (text) => pythonVersion(firstLine(text))],
    ['.tool-versions', (text) => pythonVersion(/^python[ \t]+(\S+)/m.exec(text)?.[1])],
    ...miseFiles.map((file): Source => [file, (text) => pythonVersion(miseTool(text, 'python'))]),
  ],
};

/** Files that say with which versions the code works. */
const requirements: Record<RuntimeName, readonly Source[]> = {
  Node: [
    ['package.json', (text) => nodeRange(textIn(text, 'engines', 'node'))],
    ['rush.json', (text) => nodeRange(/^[ \t]*"nodeSupportedVersionRange"[ \t]*:[ \t]*"([^"\n]+)/m.exec(text)?.[1])],
  ],
  Python: [
    ['pyproject.toml', (text) => pythonRange(/^requires-python[ \t]*=[ \t]*["']([^"'\n]+)/m.exec(text)?.[1])],
    ['pyproject.toml', (text) => pythonRange(/^python[ \t]*=[ \t]*["']([^"'\n]+)/m.exec(poetryTable(text))?.[1])],
    ['setup.cfg', (text) => pythonRange(/^[ \t]*python_requires[ \t]*=[ \t]*([^\n]+)/m.exec(text)?.[1])],
    ['setup.py', (text) => pythonRange(/\bpython_requires[ \t]*=[ \t]*["']([^"'\n]+)/.exec(text)?.[1])],
    ['Pipfile', (text) => pythonRange(/^python_(?:full_)?version[ \t]*=[ \t]*["']([^"'\n]+)/m.exec(text)?.[1])],
  ],
};

/** The files that may ask for versions. */
export const runtimeFiles: readonly string[] = [
  ...new Set([pins, requirements].flatMap((kind) => runtimeNames.flatMap((name) => kind[name].map(([file]) => file)))),
];

/**
 * @param folders the working directory and those above it, the nearest first
 * @param textOf the content of a file; undefined where it does not exist
 * @returns the versions that a repository asks for: a file for a version manager counts more than the range that the
 * code works with, the nearest file more than others
 */
export function wantedRuntimes(
  framework: TestingFramework,
  folders: readonly string[],
  textOf: (folder: string, file: string) => string | undefined,
): WantedRuntime[] {
  const hasManifest = textOf(folders[0] ?? '', 'package.json') !== undefined;
  return runtimesOf(framework, hasManifest).flatMap((name) => wantedOf(name, folders, textOf) ?? []);
}

/** A command of the project may run tests in either language: those of a Node package are in JavaScript. */
function runtimesOf(framework: TestingFramework, hasManifest: boolean): readonly RuntimeName[] {
  if (hasOwnCommand(framework)) return hasManifest ? ['Node'] : runtimeNames;
  if (framework === 'PyTest') return ['Python'];
  return framework === 'TestNG' || framework === 'NUnit' ? [] : ['Node'];
}

function wantedOf(
  name: RuntimeName,
  folders: readonly string[],
  textOf: (folder: string, file: string) => string | undefined,
): WantedRuntime | null {
  for (const kind of [pins, requirements]) {
    for (const folder of folders) {
      for (const [file, read] of kind[name]) {
        const text = textOf(folder, file);
        const asked = text === undefined ? null : read(text);
        if (asked?.ranges.every(isRange)) return { name, folder, file, ...asked };
      }
    }
  }
  return null;
}

/**
 * @param own is taken before newer ones that fit as well; null: none is
 * @returns the newest of the versions that is what was asked for, or the nearest to it; null where none fits
 */
export function fittingVersion(
  { ranges }: Pick<WantedRuntime, 'ranges'>,
  versions: readonly string[],
  own: string | null = null,
): string | null {
  for (const range of ranges) {
    if (own !== null && isWithin(own, range)) return own;
    const fitting = versions.filter((version) => isWithin(version, range));
    const [newest] = fitting.sort((a, b) => semver.compareLoose(plain(b), plain(a)));
    if (newest !== undefined) return newest;
  }
  return null;
}

/**
 * @param versions that are there
 * @param agents how many agents that is
 * @returns the sentence about a version that is missing
 */
export function missingRuntime(
  { name, asked, file }: Pick<WantedRuntime, 'name' | 'asked' | 'file'>,
  versions: readonly string[],
  agents = 1,
): string {
  const whole = versions.filter((each) => !versions.some((other) => other.startsWith(`${each}.`)));
  const newest = [...new Set(whole)].sort((a, b) => semver.compareLoose(plain(b), plain(a)));
  const listed = newest.slice(0, mostListed).join(', ') || 'none';
  const more = newest.length > mostListed ? ` and ${newest.length - mostListed} older` : '';
  const have = agents === 1 ? 'the agent has' : 'the agents have';
  return `${file} asks for ${name} ${asked}, ${have} ${listed}${more}.`;
}

/** Numbers of versions have a limit, as has the length of a range. */
function isRange(range: string): boolean {
  return semver.validRange(range, { loose: true }) !== null;
}

/** Without a patch version it may be any. */
function isWithin(version: string, range: string): boolean {
  if (/^\d+\.\d+$/.test(version)) return semver.intersects(range, `${version}.x`, { loose: true });
  return semver.satisfies(plain(version), range, { loose: true });
}

/** A version without what marks it as a preview. */
function plain(version: string): string {
  return semver.coerce(version)?.version ?? '0.0.0';
}

function nodeVersion(written: string | undefined): Asked | null {
  const codename = /^lts\/([a-z]+)$/i.exec(written ?? '')?.[1]?.toLowerCase() ?? '';
  const version = codenames[codename] ?? /^v?(\d+(?:\.\d+){0,2}(?:\.x)?)$/.exec(written ?? '')?.[1];
  if (written === undefined || version === undefined) return null;
  return { asked: written.replace(/^v/, ''), ranges: exactThenNear(version, 1) };
}

function nodeRange(written: string | undefined): Asked | null {
  if (written === undefined || written.length > longest * 2) return null;
  const range = semver.validRange(written, { loose: true });
  return range === null || range === '*' ? null : { asked: shown(written), ranges: [range] };
}

function pythonVersion(written: string | undefined): Asked | null {
  const version = /^(?:cpython[-@])?(\d+(?:\.\d+){0,2})$/.exec(written ?? '')?.[1];
  return version === undefined ? null : { asked: version, ranges: exactThenNear(version, 2) };
}

/** @param parts how many of the numbers decide about what works */
function exactThenNear(version: string, parts: number): string[] {
  const numbers = version.split('.');
  const near = numbers.slice(0, parts).join('.');
  return numbers.length === 3 ? [version, near] : [version];
}

/** Operators of Python packages, as semver has them; what excludes single versions is left out. */
function pythonRange(written: string | undefined): Asked | null {
  if (written === undefined || written.length > longest * 2) return null;
  const range = written
    .split('||')
    .map((part) => part.split(',').map(comparator).filter(Boolean).join(' '))
    .filter(Boolean)
    .join(' || ');
  const valid = range === '' ? null : semver.validRange(range, { loose: true });
  return valid === null || valid === '*' ? null : { asked: shown(written), ranges: [valid] };
}

function comparator(written: string): string {
  const [, operator = '', version = ''] =
    /^[\s(]*(===|==|~=|!=|>=|<=|>|<|\^|~)?\s*(\d+(?:\.\d+){0,2})/.exec(written) ?? [];
  if (version === '' || operator === '!=') return '';
  if (operator === '~=') {
    const upTo = version.split('.').slice(0, -1);
    return `>=${version} <${[...upTo.slice(0, -1), Number(upTo.at(-1) ?? version) + 1].join('.')}`;
  }
  return `${operator.startsWith('==') ? '' : operator}${version}`;
}

/** @returns a property of a property of JSON, where it is a text */
function textIn(json: string, outer: string, inner: string): string | undefined {
  try {
    const found: unknown = Object(Object(JSON.parse(json))[outer])[inner];
    return typeof found === 'string' ? found : undefined;
  } catch {
    // Not JSON: its own tool says so better.
    return undefined;
  }
}

function firstLine(text: string): string | undefined {
  const lines = text.slice(0, 4000).split('\n');
  return lines.map((line) => line.replace(/#.*$/, '').trim()).find((line) => line !== '');
}

function miseTool(text: string, name: string): string | undefined {
  return new RegExp(
    `^"?${name}"?[ \\t]*=[ \\t]*(?:\\[[ \\t]*|\\{[ \\t]*version[ \\t]*=[ \\t]*)?["']([^"'\\n]+)`,
    'm',
  ).exec(text)?.[1];
}

function poetryTable(text: string): string {
  const [, table = ''] = text.split('[tool.poetry.dependencies]', 2);
  const end = table.indexOf('\n[');
  return end < 0 ? table : table.slice(0, end);
}

function shown(written: string): string {
  const text = written.replace(/\s+/g, ' ').trim();
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
