// Runs specs as Jest's own runner does, in two lanes: each core has a worker, and every two cores share one more for
// specs that wait more than they compute. Jest's runner has one queue, in which a waiting spec occupies a core's worker.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { waitingSpecs } from './durations.mjs';

const require = createRequire(import.meta.url);
const { Worker } = require('jest-worker');
const testWorker = join(dirname(require.resolve('jest-runner')), 'testWorker.js');

/**
 * @param {readonly T[]} tests in the order of their start
 * @param {(test: T) => boolean} isWaiting
 * @returns {(() => T | undefined)[]} for each worker the function that takes its next test
 * @template T
 */
export function workersOf(tests, isWaiting, cores) {
  const waiting = tests.filter(isWaiting);
  const computing = tests.filter((test) => !isWaiting(test));
  const ofCore = () => (computing.length > 0 ? computing : waiting).shift();
  const ofWaitingLane = () => waiting.shift();
  const extra = Math.min(Math.ceil(cores / 2), waiting.length);
  const all = [...Array(cores).fill(ofCore), ...Array(extra).fill(ofWaitingLane)];
  return all.slice(0, tests.length);
}

/** A runner of Jest: https://jestjs.io/docs/configuration#runner-string */
export default class Lanes {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const workers = workersOf(tests, waitingSpecs(), this.#globalConfig.maxWorkers);
    const worker = this.#startWorkers(workers.length, tests);
    const runAll = async (next) => {
      for (let test = next(); test && !watcher.isInterrupted(); test = next()) {
        await onStart(test);
        const { path, context } = test;
        const order = { path, config: context.config, globalConfig: this.#globalConfig, context: {} };
        await worker.worker(order).then(
          (result) => onResult(test, result),
          (error) => onFailure(test, error),
        );
      }
    };
    try {
      await Promise.all(workers.map(runAll));
    } finally {
      const { forceExited } = await worker.end();
      if (forceExited) console.error('A worker did not exit by itself and was ended: a spec left something open.');
    }
  }

  #startWorkers(numWorkers, tests) {
    const resolvers = new Map(
      tests.map(({ context: { config, moduleMap } }) => [
        config.id,
        { config, serializableModuleMap: moduleMap.toJSON() },
      ]),
    );
    const worker = new Worker(testWorker, {
      exposedMethods: ['worker'],
      forkOptions: { serialization: 'json', stdio: 'pipe' },
      idleMemoryLimit: this.#globalConfig.workerIdleMemoryLimit,
      maxRetries: 3,
      numWorkers,
      setupArgs: [{ serializableResolvers: [...resolvers.values()] }],
    });
    worker.getStdout()?.pipe(process.stdout);
    worker.getStderr()?.pipe(process.stderr);
    return worker;
  }
}
