import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { withTimeout } from '@assay/concurrency';
import { BoundedText, requireStreams } from '@assay/contract';
import type { SecretMask } from '../masking/secretMask.ts';
import { channelLineLimit, LineSplitter } from './lineSplitter.ts';
import { openPipe, type Pipe } from './pipes.ts';
import { endFirst, joinGroup } from './processShares.ts';
import { endProcessTree, treeMarkVariable } from './processTree.ts';
import { type SpawnOrder, spawnOrder } from './spawnOrder.ts';

/**
 * Where a test process writes its events: a separate channel, because its output interleaves with the tests' output.
 */
const channelDescriptor = 3;
const firstInstructions = 4;
const tailLimit = 4000;

export type ProcessOrder = {
  command: string;
  /** Omitted: `command` is a line for the shell. */
  args?: readonly string[];
  directory: string;
  environment: NodeJS.ProcessEnv;
  mask: SecretMask;
  /** Ends the process tree when it fires. */
  signal: AbortSignal;
  /** Milliseconds after which the process tree is ended; never when omitted. */
  timeoutMs?: number;
  /** Masked output of both streams as it comes. */
  onOutput: (text: string) => void;
  /** Lines that the process writes to descriptor 3. While a returned promise is pending, no more is read. */
  onChannelLine?: (line: string) => Promise<void> | void;
  /** Called for a line that is longer than the limit of the channel, and lost. */
  onLongChannelLine?: () => void;
  /** In UTF-16 units; that of reporters by default. */
  channelLineLimit?: number;
  /** Whether the process reads what the caller writes; by default its input is empty. */
  hasInput?: boolean;
};

export type ProcessEnd = {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  timedOut: boolean;
  /** The process could not be started at all. */
  startError: string | null;
  /** The end of its masked output. */
  tail: string;
  /** Why it was ended from outside, if known; the rest of a sentence. */
  cause?: string;
};

export type RunningProcess = {
  ended: Promise<ProcessEnd>;
  /** Where the caller writes what the process reads; null for a process without input. */
  input: Writable | null;
  /** Ends the process tree, SIGTERM first; resolves when it is gone. */
  end(): Promise<void>;
};

/** How the order's process is really started. */
export type Launch = SpawnOrder & {
  environment: NodeJS.ProcessEnv;
  /** Where the command itself starts, if not in the order's directory. */
  directory?: string;
  /** What it reads from descriptor 4 and those after it. */
  instructions?: readonly (string | Buffer)[];
  /**
   * It only holds the processes of the order, which die with it: SIGTERM is for them alone.
   */
  holder?: boolean;
  /** The user of its processes, if it is one for tests. */
  uid?: number;
  /** Where memory runs out, it ends before the agent and the service do; it has instructions. */
  firstToEnd?: boolean;
  /** The file of a control group that takes its id and with it those of all that it starts; it has instructions. */
  cpuGroup?: string | null;
};

function launchAsOrdered({ command, args, environment }: ProcessOrder): Launch {
  return { ...spawnOrder(command, args, process.platform), environment };
}

/**
 * Starts a process in its own group. However it ends, nothing that it started keeps running.
 * @param launchOf gives the command that starts it; the order itself by default
 */
export function startProcess(order: ProcessOrder, launchOf = launchAsOrdered): RunningProcess {
  const mark = randomUUID();
  const launch = launchOf({ ...order, environment: { ...order.environment, [treeMarkVariable]: mark } });
  const { child, streams: open } = spawnWithStreams(order, launch);
  if (launch.firstToEnd && child.pid !== undefined) endFirst(child.pid);
  if (launch.cpuGroup && child.pid !== undefined) joinGroup(launch.cpuGroup, child.pid);
  for (const [index, text] of (launch.instructions ?? []).entries()) {
    instruct(open[firstInstructions + index], text);
  }
  const input = open[0] instanceof Writable ? open[0] : null;
  // A pipe that breaks with its process, or whose reader the process closes, is reported by what the process does next.
  input?.on('error', () => undefined);
  const tail = new BoundedText(tailLimit);
  let cause: string | undefined;
  const streams = readOutput(open, order, tail, (error) => {
    cause ??= `Assay could not handle its output (${error instanceof Error ? error.message : String(error)})`;
    void end();
  });

  const tree = { mark, holder: launch.holder, uid: launch.uid };
  let ending: Promise<void> | null = null;
  /** Where the tree cannot be searched, as nothing more can be opened or started, its leader ends at least. */
  const endTree = (graceMs: number): Promise<void> =>
    endProcessTree(child, tree, graceMs).catch(() => void child.kill('SIGKILL'));
  const end = (graceMs = 1000): Promise<void> => {
    ending ??= endTree(graceMs);
    return ending;
  };

  const ended = (async (): Promise<ProcessEnd> => {
    let timedOut = false;
    const timer = order.timeoutMs === undefined ? null : setTimeout(onTimeout, order.timeoutMs);
    function onTimeout() {
      timedOut = true;
      void end();
    }
    const onAbort = () => void end();
    order.signal.addEventListener('abort', onAbort, { once: true });
    if (order.signal.aborted) onAbort();
    try {
      const exit = await describeExit(child);
      for (const stream of [input, ...open.slice(firstInstructions)]) stream?.destroy();
      streams.readOn();
      // 1. Leftover processes go first: while a child holds the pipes, they never close.
      await ending;
      await endTree(0);
      // 2. Then the rest of the pipes is read; a pipe that was passed out of the tree must not block us.
      await withTimeout(streams.done, 2000);
      streams.destroy();
      const outcome = { ...exit, timedOut, tail: tail.toString().trim() };
      return cause === undefined ? outcome : { ...outcome, exitCode: exit.exitCode || null, cause };
    } finally {
      if (timer) clearTimeout(timer);
      order.signal.removeEventListener('abort', onAbort);
    }
  })();
  return { ended, end, input };
}

type Streams = ChildProcess['stdio'][number][];

/** Sandboxed processes, which have instructions, get pipes that only bytes pass. */
function spawnWithStreams(order: ProcessOrder, launch: Launch): { child: ChildProcess; streams: Streams } {
  const writers = [
    order.hasInput ? 'agent' : null,
    ...(['process', 'process'] as const),
    order.onChannelLine ? 'process' : null,
    ...(launch.instructions ?? []).map(() => 'agent' as const),
  ] as const;
  const start = (stdio: ('ignore' | 'pipe' | number)[]) =>
    spawn(launch.command, launch.args, {
      cwd: launch.directory ?? order.directory,
      env: launch.environment,
      shell: launch.shell,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio,
    });
  if (launch.instructions === undefined || process.platform !== 'linux') {
    const child = requireStreams(start(writers.map((from) => (from === null ? 'ignore' : 'pipe'))));
    return { child, streams: [...child.stdio] };
  }
  const pipes: (Pipe | null)[] = [];
  try {
    for (const from of writers) pipes.push(from === null ? null : openPipe(from));
    const child = start(pipes.map((pipe) => pipe?.theirs ?? 'ignore'));
    return { child, streams: pipes.map((pipe) => pipe?.own ?? null) };
  } catch (error) {
    for (const pipe of pipes) pipe?.own.destroy();
    throw error;
  } finally {
    for (const pipe of pipes) if (pipe) closeSync(pipe.theirs);
  }
}

function instruct(stream: unknown, text: string | Buffer): void {
  if (!(stream instanceof Writable)) return;
  // A pipe that breaks with its process is reported as the end of the process.
  stream.on('error', () => stream.destroy());
  stream.end(text, () => stream.destroy());
}

function describeExit(child: ChildProcess): Promise<Pick<ProcessEnd, 'exitCode' | 'signal' | 'startError'>> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, signal: null, startError: error.message }));
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, startError: null }));
  });
}

/** @param onError called for an error of the order's callbacks: it is about this process, and must not end the agent */
function readOutput(streams: Streams, order: ProcessOrder, tail: BoundedText, onError: (error: unknown) => void) {
  const open: Readable[] = [];
  const done: Promise<void>[] = [];
  let failed = false;
  const attempt = (work: () => void) => {
    if (failed) return;
    try {
      work();
    } catch (error) {
      failed = true;
      onError(error);
    }
  };
  const read = (stream: Readable, onText: (text: string) => void, onEnd: () => void) => {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => attempt(() => onText(text)));
    open.push(stream);
    done.push(
      new Promise((resolve) => {
        stream.once('close', () => {
          attempt(onEnd);
          resolve();
        });
        // A pipe that breaks with its process is reported as the end of the process.
        stream.on('error', () => stream.destroy());
      }),
    );
  };
  for (const stream of [streams[1], streams[2]]) {
    if (!(stream instanceof Readable)) continue;
    const masked = order.mask.stream((text) => {
      tail.append(text);
      order.onOutput(text);
    });
    read(stream, masked.write, masked.end);
  }
  const channel = streams[channelDescriptor];
  let ended = false;
  if (channel instanceof Readable && order.onChannelLine) {
    const { onChannelLine, onLongChannelLine, channelLineLimit: limit = channelLineLimit } = order;
    const waits: Promise<void>[] = [];
    const onLine = (line: string) => {
      const wait = onChannelLine(line);
      if (wait) waits.push(wait);
    };
    const lines = new LineSplitter(limit, onLine, onLongChannelLine);
    read(
      channel,
      (text) => {
        lines.write(text);
        if (waits.length === 0 || ended) return;
        channel.pause();
        // An error is reported to those who await the messages.
        void Promise.allSettled(waits.splice(0)).then(() => channel.resume());
      },
      () => lines.end(),
    );
  }
  return {
    done: Promise.all(done),
    /** Reads the rest of the channel, which is as much as a pipe holds, without pauses: the process has ended. */
    readOn: () => {
      ended = true;
      if (channel instanceof Readable) channel.resume();
    },
    destroy: () => {
      for (const stream of open) stream.destroy();
    },
  };
}
