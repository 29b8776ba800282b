// Runs specs as Jest's own runner does, in two lanes: each core has a worker, and every two cores share one more for
// specs that wait more than they compute. Jest's runner has one queue, in which a waiting spec occupies a core's worker.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { waitingSpecs } from './durations.mjs';

const require = createRequire(import.meta.url);
const { Worker } = require('jest-worker');
const testWorker = join(dirname(require.resolve('jest-runner')), 'testWorker.js');

/** A runner of Jest: https://jestjs.io/docs/configuration#runner-string */
export default class Lanes {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const isWaiting = waitingSpecs();
    const waiting = tests.filter(isWaiting);
    const computing = tests.filter((test) => !isWaiting(test));
    const cores = this.#globalConfig.maxWorkers;
    const lanes = [
      ...Array.from({ length: cores }, () => [computing, waiting]),
      ...Array.from({ length: Math.ceil(cores / 2) }, () => [waiting]),
    ].slice(0, tests.length);

    const worker = this.#startWorkers(lanes.length, tests);
    const runLane = async (queues) => {
      const next = () => queues.find((queue) => queue.length > 0)?.shift();
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
      await Promise.all(lanes.map(runLane));
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
