// A released event is in somebody's log for good, so its schema never changes again: a change is a new version with an
// upcaster. released.json holds a hash of each released schema; this compares.
//   node checkReleased.mjs             part of `npm run check`
//   node checkReleased.mjs --release   part of releasing: all schemas there are count as released from then on
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Hashes what the schema says, not how it is laid out: formatting a file changes nothing. */
function hashOf(file) {
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex');
}

/** @returns every schema of the folder by '<aggregate>/<Event>.v<n>', with its hash. */
function schemasIn(folder) {
  const found = {};
  for (const aggregate of readdirSync(folder, { withFileTypes: true })) {
    if (!aggregate.isDirectory() || aggregate.name === 'generated' || aggregate.name === 'node_modules') continue;
    for (const file of readdirSync(join(folder, aggregate.name)).sort()) {
      if (!file.endsWith('.json')) continue;
      found[`${aggregate.name}/${file.slice(0, -'.json'.length)}`] = hashOf(join(folder, aggregate.name, file));
    }
  }
  return found;
}

function releasedIn(folder) {
  const list = join(folder, 'released.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
}

/**
 * Compares the schemas of a folder with its released.json.
 * @returns {{ changed: string[], missing: string[], fresh: string[] }} names of schemas; `fresh` are not released yet
 */
function compareWithReleased(folder) {
  const [now, released] = [schemasIn(folder), releasedIn(folder)];
  const names = Object.keys(released).sort();
  return {
    changed: names.filter((name) => now[name] !== undefined && now[name] !== released[name]),
    missing: names.filter((name) => now[name] === undefined),
    fresh: Object.keys(now)
      .filter((name) => released[name] === undefined)
      .sort(),
  };
}

/** Writes released.json from the schemas there are. Refuses when a released schema has changed or is gone. */
function release(folder) {
  const { changed, missing } = compareWithReleased(folder);
  if (changed.length + missing.length > 0) return { changed, missing };
  const sorted = Object.fromEntries(Object.entries(schemasIn(folder)).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(folder, 'released.json'), `${JSON.stringify(sorted, null, 2)}\n`);
  return { changed, missing };
}

const { changed, missing } = process.argv.includes('--release') ? release(here) : compareWithReleased(here);
for (const name of changed) console.error(`${name} is released and has changed. Restore it and write a new version.`);
for (const name of missing) console.error(`${name} is released and is missing. Restore it: logs hold such events.`);
if (changed.length + missing.length > 0) process.exit(1);
const { fresh } = compareWithReleased(here);
console.log(`released schemas are unchanged; ${fresh.length} ${fresh.length === 1 ? 'is' : 'are'} new`);
