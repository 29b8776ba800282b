import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const lookMs = 20;
const patienceMs = 30_000;
const megabyte = 1024 * 1024;

/** Asks processes for their live memory after a garbage collection. */
export type LiveHeapProbe = {
  /** Node options for these processes. */
  readonly env: Readonly<Record<string, string>>;
  /** @returns MB on the heap and in external buffers after a collection; undefined where signals are not supported */
  liveMegabytes(pid: number): Promise<number | undefined>;
  remove(): Promise<void>;
};

export async function openLiveHeapProbe(): Promise<LiveHeapProbe> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-probe-'));
  const script = pathToFileURL(join(import.meta.dirname, 'liveHeapProbe.mjs')).href;
  const answerOf = async (pid: number): Promise<{ heapUsed: number; external: number } | null> => {
    try {
      return JSON.parse(await readFile(join(folder, `${pid}.json`), 'utf8'));
    } catch {
      return null;
    }
  };
  return {
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${script}`.trim(), ASSAY_BENCH_PROBE_DIR: folder },
    liveMegabytes: async (pid) => {
      if (process.platform === 'win32') return undefined;
      await rm(join(folder, `${pid}.json`), { force: true });
      process.kill(pid, 'SIGUSR2');
      const until = performance.now() + patienceMs;
      for (;;) {
        const answer = await answerOf(pid);
        if (answer) return (answer.heapUsed + answer.external) / megabyte;
        if (performance.now() > until) throw new Error(`process ${pid} does not say what it holds`);
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
