// How long each spec took when it was last run here, or else where `npm test -- --record` was run: the order of the queue
// and the time left are estimated from it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const project = join(import.meta.dirname, '../..');
const recorded = 'test/harness/durations.json';
const lastHere = 'node_modules/.cache/assay-tests/taken.json';

/** Seconds of a spec without a record, by the project of `jest.config.mjs` it belongs to. */
const unknownSeconds = { unit: 1, web: 8, integration: 8, compat: 5, faults: 40, journeys: 40 };

const nameOf = (path) => relative(project, path).replaceAll('\\', '/');

function read(file, root = project) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

const allKnown = () => ({ ...read(recorded), ...read(lastHere) });

/** @returns a function from one of Jest's tests (a spec and its project) to the seconds that it will take */
export function expectedSeconds() {
  const known = allKnown();
  return ({ path, context }) => known[nameOf(path)]?.seconds ?? unknownSeconds[context.config.displayName?.name] ?? 10;
}

/**
 * Remembers for the next run on this machine.
 * @param {Record<string, { seconds: number }>} taken by the name of the spec
 */
export function rememberDurations(taken) {
  mkdirSync(join(project, dirname(lastHere)), { recursive: true });
  write(lastHere, { ...read(lastHere), ...taken });
}

/** Adds what these specs took to the record for all, and removes deleted specs from it. */
export function recordDurations(taken) {
  const all = Object.entries({ ...read(recorded), ...taken });
  write(recorded, Object.fromEntries(all.filter(([name]) => existsSync(join(project, name)))));
}

function write(file, durations) {
  const sorted = Object.entries(durations).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([name, { seconds }]) => `  ${JSON.stringify(name)}: { "seconds": ${seconds} }`);
  writeFileSync(join(project, file), `{\n${lines.join(',\n')}\n}\n`);
}

/** The specs of `npm run test:whole`, which does not include the soak. */
function specsOf(root) {
  const found = [];
  const search = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules' && path !== 'test/soak') search(path);
      if (entry.isFile() && /\.spec\.tsx?$/.test(entry.name)) found.push(path);
    }
  };
  for (const folder of ['event-schemas', 'packages', 'test']) search(folder);
  return found;
}

/** @returns what is wrong with the record, as lines for a person */
export function problemsOfDurations(root = project) {
  const known = read(recorded, root);
  const specs = specsOf(root);
  const missing = specs.filter((name) => !(name in known));
  const deleted = Object.keys(known).filter((name) => !specs.includes(name));
  const problems = missing.map((name) => `${recorded} has no entry for ${name}`);
  if (missing.length > 0) problems.push(`Add missing entries: npm test -- --record ${missing.join(' ')}`);
  problems.push(...deleted.map((name) => `${recorded} has an entry for ${name}, which does not exist: remove it`));
  return problems;
}
