// Runs the specs of Node with Jest's own framework (jest-circus), but outside of the sandbox that Jest makes for each
// spec: a sandbox evaluates every module again, npm's included, which took longer than most of the tests. Here a worker
// loads a module once, for all specs that it runs (docs/decisions/0031-how-the-suite-is-run.md).
import { createRequire, register } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { deepCyclicCopy } = require('jest-util');
const circus = join(dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js');

register('./erasedTypes.mjs', import.meta.url);

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
    return deepCyclicCopy(results, { keepPrototype: false });
  });
}
