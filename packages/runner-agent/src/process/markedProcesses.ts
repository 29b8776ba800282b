import { type ChildProcess, spawn } from 'node:child_process';
import { requireStreams } from '@assay/contract';
import { findReporter } from '../workspace/installation.ts';
import { LineSplitter } from './lineSplitter.ts';

type Search = { found: number[]; finish: () => void };

/** Between the ends of two units it stays, as starting Node takes longer than a search. */
const idleMs = 10_000;
const longestAnswer = 100;

/** Searches the environments of processes by a helper process, which is replaced when it does not answer in time. */
export class MarkedProcesses {
  readonly #withinMs: number;
  readonly #processes: string;
  readonly #searches = new Map<number, Search>();
  #helper: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #asked = 0;

  constructor(withinMs = 5000, processes = '/proc') {
    this.#withinMs = withinMs;
    this.#processes = processes;
  }

  /** @returns those of the processes that have the text in their environment: what was found in time */
  async search(text: string, ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    clearTimeout(this.#idle);
    const helper = this.#started();
    this.#asked += 1;
    const number = this.#asked;
    const found: number[] = [];
    await new Promise<void>((resolve) => {
      // A process can block the helper: all that wait for it get what was found.
      const timer = setTimeout(() => this.#end(helper), this.#withinMs);
      const finish = () => {
        clearTimeout(timer);
        this.#searches.delete(number);
        resolve();
      };
      this.#searches.set(number, { found, finish });
      helper.stdin?.write(`${[number, text, ...ids].join(' ')}\n`);
    });
    if (this.#searches.size === 0) this.#idle = setTimeout(() => this.#end(this.#helper), idleMs).unref();
    return found;
  }

  #started(): ChildProcess {
    if (this.#helper !== null) return this.#helper;
    const helper = requireStreams(
      spawn(process.execPath, [findReporter('markedProcesses.cjs'), this.#processes], {
        cwd: '/',
        env: {},
        // Not ended by a Ctrl+C, at which the agent ends its processes.
        detached: true,
        stdio: ['pipe', 'pipe', 'ignore'],
      }),
    );
    this.#helper = helper;
    for (const each of [helper, helper.stdin, helper.stdout]) {
      // Of a helper that cannot be started, or that has ended.
      each.on('error', () => this.#end(helper));
      if ('unref' in each && typeof each.unref === 'function') each.unref();
    }
    helper.on('exit', () => this.#end(helper));
    const lines = new LineSplitter(longestAnswer, (line) => this.#take(line));
    helper.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (this.#helper === helper) lines.write(text);
    });
    return helper;
  }

  #take(line: string): void {
    const [number, what] = line.split(' ');
    const search = this.#searches.get(Number(number));
    if (what === 'done') search?.finish();
    else search?.found.push(Number(what));
  }

  #end(helper: ChildProcess | null): void {
    if (helper === null || this.#helper !== helper) return;
    this.#helper = null;
    helper.kill('SIGKILL');
    for (const search of [...this.#searches.values()]) search.finish();
  }
}
