// Loads npm packages that the build has put together, with what V8 compiled of them for an earlier process of the same
// name: most of the code that a process loads is theirs. The build copies this file beside them.
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { Script } = require('node:vm');

/** What a process needs in its first seconds has been compiled by then, and V8 has not dropped it yet. */
const startedMs = 5_000;

const loaded = new Map();

/** Processes that write at once replace each other's file. A folder that is read-only keeps nothing. */
function keep(script, path) {
  const writing = `${path}.${process.pid}`;
  try {
    writeFileSync(writing, script.createCachedData());
    renameSync(writing, path);
  } catch {
    rmSync(writing, { force: true });
  }
}

function keepOnceStarted(script, path) {
  const atExit = () => keep(script, path);
  process.once('exit', atExit);
  setTimeout(() => {
    process.off('exit', atExit);
    keep(script, path);
  }, startedMs).unref();
}

function readKept(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function load(group) {
  const filename = join(__dirname, `packages-${group}.cjs`);
  const { mtimeMs } = statSync(filename);
  // esbuild writes ASCII only.
  const source = readFileSync(filename, 'latin1');
  const path = `${filename}.${basename(process.argv[1] ?? 'node')}-${process.version}-${Math.round(mtimeMs)}.cache`;
  const cachedData = readKept(path);
  // V8 refuses what another version of it, or of the processor, has made.
  const script = new Script(`(function (exports, require, module) {${source}\n})`, { filename, cachedData });
  if (!cachedData || script.cachedDataRejected) keepOnceStarted(script, path);
  const module = { exports: {} };
  script.runInThisContext().call(module.exports, module.exports, require, module);
  return module.exports;
}

/** @returns what `require(name)` returns */
module.exports = (group, name) => {
  if (!loaded.has(group)) loaded.set(group, load(group));
  return loaded.get(group)[name]();
};
