// Runs specs as Jest's own runner does, but for one lane more: each core has a worker, and every two cores share one that
// begins with another spec only while the cores are partly idle, because the specs that run wait. Jest's runner has one
// queue, in which a waiting spec occupies a core's worker.
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const { Worker } = require('jest-worker');
const testWorker = join(dirname(require.resolve('jest-runner')), 'testWorker.js');

/** Over how long idleness is measured. */
const spanMs = 3_000;
/** The share of all cores that has to be idle for another spec to begin: on two cores, six tenths of one. */
const enoughIdle = 0.3;

const extraWorkers = (cores) => Math.floor(cores / 2);

/** @returns the milliseconds that all cores have worked since the machine started */
function workedMs() {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}

/** @returns the share of the cores that is idle from now on for a while, from 0 to 1 */
async function measuredIdleness(cores) {
  const [began, worked] = [performance.now(), workedMs()];
  await pause(spanMs);
  const elapsed = performance.now() - began;
  return Math.max(0, 1 - (workedMs() - worked) / (elapsed * cores));
}

/**
 * @param tests in the order of their start
 * @param run resolves when the test is done
 * @param idleness resolves with the share of the cores that was idle meanwhile
 */
export async function runInLanes(tests, run, cores, idleness = () => measuredIdleness(cores)) {
  const left = [...tests];
  const ofCore = async () => {
    for (let test = left.shift(); test !== undefined; test = left.shift()) await run(test);
  };
  const ofIdleCores = async () => {
    while (left.length > 0) {
      const isIdle = (await idleness()) >= enoughIdle;
      const test = isIdle ? left.shift() : undefined;
      if (test !== undefined) await run(test);
    }
  };
  const lanes = [...Array(cores).fill(ofCore), ...Array(extraWorkers(cores)).fill(ofIdleCores)];
  await Promise.all(lanes.map((lane) => lane()));
}

/** A runner of Jest: https://jestjs.io/docs/configuration#runner-string */
export default class Lanes {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const cores = this.#globalConfig.maxWorkers;
    const worker = this.#startWorkers(Math.min(cores + extraWorkers(cores), tests.length), tests);
    const run = async (test) => {
      if (watcher.isInterrupted()) return;
      await onStart(test);
      const { path, context } = test;
      const order = { path, config: context.config, globalConfig: this.#globalConfig, context: {} };
      await worker.worker(order).then(
        (result) => onResult(test, result),
        (error) => onFailure(test, error),
      );
    };
    try {
      await runInLanes(tests, run, cores);
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
