// How long each spec took when it was last run here, or else where `npm test -- --record` was run: what stands first in
// the queue and how much time is left are estimated from it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const recorded = join(import.meta.dirname, 'durations.json');
const lastHere = join(root, 'node_modules/.cache/assay-tests/durations.json');

/** Seconds that a spec takes that nobody has run yet, by the project of `jest.config.mjs` it belongs to. */
const unknownSeconds = { unit: 1, web: 8, integration: 8, compat: 5, faults: 40, journeys: 40 };

const nameOf = (path) => relative(root, path).replaceAll('\\', '/');

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** @returns a function from one of Jest's tests (a spec and its project) to the seconds that it will take */
export function expectedSeconds() {
  const known = { ...read(recorded), ...read(lastHere) };
  return ({ path, context }) => known[nameOf(path)] ?? unknownSeconds[context.config.displayName?.name] ?? 10;
}

/**
 * Remembers for the next run on this machine.
 * @param {Map<string, number>} taken milliseconds by the path of the spec
 */
export function rememberDurations(taken) {
  const seconds = Object.fromEntries([...taken].map(([path, ms]) => [nameOf(path), Math.round(ms / 100) / 10]));
  mkdirSync(dirname(lastHere), { recursive: true });
  write(lastHere, { ...read(lastHere), ...seconds });
}

/** Adds what this machine remembers to the record for all, without the specs that are gone. */
export function recordSeconds() {
  const all = { ...read(recorded), ...read(lastHere) };
  write(recorded, Object.fromEntries(Object.entries(all).filter(([name]) => existsSync(join(root, name)))));
}

function write(file, seconds) {
  const sorted = Object.entries(seconds).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
