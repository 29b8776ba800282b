import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, countsIn } from './countsIn.ts';
import type { SampleRepository } from './sampleRepository.ts';

/** What people do by hand with a repository that is new to them, and how long each step took, in seconds. */
export type PlainRun = { seconds: { clone: number; install: number; test: number }; counts: Counts; exitCode: number };

/** @param home an empty folder: nothing is in the caches of package managers yet, as on a new machine */
export async function plainRun(url: string, { bare }: SampleRepository, home?: string): Promise<PlainRun> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-plain-'));
  const clone = join(folder, 'clone');
  try {
    const env = home === undefined ? {} : { HOME: home };
    const cloned = await shell(`git clone --quiet --recurse-submodules "${url}" "${clone}"`, folder, env);
    if (cloned.exitCode !== 0) throw new Error(`the clone failed:\n${cloned.output}`);
    const installed = bare.install ? await shell(bare.install, clone, env) : null;
    if (installed && installed.exitCode !== 0) throw new Error(`'${bare.install}' failed:\n${installed.output}`);
    const tested = await shell(bare.test, clone, env);
    const seconds = { clone: cloned.seconds, install: installed?.seconds ?? 0, test: tested.seconds };
    return { seconds, counts: countsIn(tested.output, bare.countedBy), exitCode: tested.exitCode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Ended = { output: string; exitCode: number; seconds: number };

function shell(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const began = performance.now();
  const own: NodeJS.ProcessEnv = { ...process.env, ...env };
  // What Node's own runner sets for processes that are its tests.
  delete own.NODE_TEST_CONTEXT;
  delete own.NODE_OPTIONS;
  // What npm sets for the script that started these tests.
  for (const name of Object.keys(own)) if (/^(npm_|INIT_CWD$)/i.test(name)) delete own[name];
  const child = spawn('sh', ['-c', command], { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ output, exitCode: code ?? 1, seconds: (performance.now() - began) / 1000 }),
    );
  });
}
