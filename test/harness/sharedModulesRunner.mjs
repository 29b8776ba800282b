// Runs the specs of Node with Jest's own framework (jest-circus), but outside of the sandbox that Jest makes for each
// spec: a sandbox evaluates every module again, npm's included, which took longer than most of the tests. Here a worker
// loads a module once, for all specs that it runs (docs/decisions/0031-how-the-suite-is-run.md).
import { createRequire, register } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processorSeconds } from './processorSeconds.mjs';

const require = createRequire(import.meta.url);
const { deepCyclicCopy } = require('jest-util');
const circus = join(dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js');

register('./erasedTypes.mjs', import.meta.url);

/**
 * The event store's client keeps the pending appends of all its clients in one map, and rejects all of them when one
 * connection fails. Specs of one worker share that module, so that the end of one spec's store could fail an append of
 * the next. Here each client has a copy of the module, and with it a map of its own.
 */
function separateAppends() {
  const path = require.resolve('@eventstore/db-client/dist/streams/appendToStream/batchAppend.js');
  const shared = require(path);
  const loaded = require.cache[path];
  const copies = new WeakMap();
  shared.batchAppend = function batchAppend(...append) {
    if (!copies.has(this)) {
      delete require.cache[path];
      copies.set(this, require(path).batchAppend);
      require.cache[path] = loaded;
    }
    return copies.get(this).apply(this, append);
  };
}
separateAppends();

// Jest allows a worker half a second to end. Ending by itself takes longer on a busy machine, since Node then takes the
// whole heap apart, and Jest would suspect the tests.
process.once('beforeExit', () => process.exit());

/** A framework of its own for each spec: what it has been told stays in its modules and in a list of handlers. */
function freshCircus() {
  delete require.cache[circus];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(circus);
}

/** Does the work, then sets back what specs may change of the process and what the next spec relies on. */
async function puttingBack(work) {
  const [env, folder, { console }] = [{ ...process.env }, process.cwd(), globalThis];
  try {
    return await work();
  } finally {
    globalThis.console = console;
    if (process.cwd() !== folder) process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  }
}

/** What Jest calls for each spec: https://jestjs.io/docs/configuration#testrunner-string */
export default function run(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  const before = processorSeconds();
  return puttingBack(async () => {
    globalThis.console = environment.global.console;
    const { initialize, runAndTransformResultsToJestFormat } = freshCircus();
    await initialize({
      config,
      environment: { global: globalThis },
      globalConfig,
      localRequire: require,
      parentProcess: process,
      runtime,
      sendMessageToJest,
      setGlobalsForRuntime: () => undefined,
      testPath,
    });
    const setupAfterEnvStart = Date.now();
    await import(pathToFileURL(testPath).href);
    const results = await runAndTransformResultsToJestFormat({
      config,
      globalConfig,
      setupAfterEnvPerfStats: { setupAfterEnvStart, setupAfterEnvEnd: setupAfterEnvStart },
      testPath,
    });
    return { ...deepCyclicCopy(results, { keepPrototype: false }), processorSeconds: processorSeconds() - before };
  });
}
