import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A system call, as strace saw it. */
export type TracedCall = {
  name: string;
  /** First argument: mostly a file descriptor. */
  fd: number;
  /** The whole line, or both halves of an interrupted one. */
  text: string;
  /** Its start and end in the order of all traced calls. */
  began: number;
  ended: number;
  result: number;
};

const traced =
  'openat,read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,fdatasync,fsync,msync,pwrite64,pwritev,pwritev2';
/** More than any page, and as much as Node reads at once, so that reads and writes are traced in full. */
const shownBytes = 65_536;

/** Whether strace is available and permitted. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

export type TracedProcess = {
  /** The process's line when it was ready. */
  ready: string;
  /** Ends the process. @returns its system calls, in the order in which they began */
  end(): Promise<TracedCall[]>;
};

/** Starts one of the built processes under strace and waits until it is ready. */
export async function startTraced(
  bundle: string,
  args: string[],
  options: { ready: RegExp; traceFile: string },
): Promise<TracedProcess> {
  const program = join(import.meta.dirname, '../../dist', `${bundle}.js`);
  const strace = ['-f', '-s', String(shownBytes), '-e', `trace=${traced}`, '-o', options.traceFile];
  const child: ChildProcess = spawn('strace', [...strace, process.execPath, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('it has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!options.ready.test(line)) continue;
    return {
      ready: line,
      end: async () => {
        const ended = once(child, 'exit');
        // The first traced process is the one started; strace ends only when it does.
        process.kill(Number.parseInt(await readFile(options.traceFile, 'utf8'), 10), 'SIGTERM');
        await ended;
        return parseTrace(await readFile(options.traceFile, 'utf8'));
      },
    };
  }
  throw new Error(`${bundle} ended before it was ready`);
}

/** Parses strace's output: `<pid> <call>(<arguments>) = <result>`, which other threads may interrupt. */
export function parseTrace(output: string): TracedCall[] {
  const calls: TracedCall[] = [];
  const open = new Map<string, TracedCall>();
  for (const [index, line] of output.split('\n').entries()) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>/.test(rest);
    const result = Number(/ = (-?\d+)/.exec(rest.slice(rest.lastIndexOf(') ')))?.[1] ?? Number.NaN);
    if (resumed) {
      const call = open.get(pid);
      open.delete(pid);
      if (call) Object.assign(call, { text: call.text + rest, ended: index, result });
      continue;
    }
    const [, name, first] = /^(\w+)\(([^,)]*)/.exec(rest) ?? [];
    if (name === undefined) continue;
    const call = { name, fd: Number(first), text: rest, began: index, ended: index, result };
    calls.push(call);
    if (rest.endsWith('<unfinished ...>')) {
      call.ended = Number.POSITIVE_INFINITY;
      open.set(pid, call);
    }
  }
  return calls;
}
