import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { backOffMs } from '@assay/contract';

export type ChildSpec = {
  /** As people read it: 'event store'. */
  name: string;
  /** Of the bundle in dist/, without its ending. */
  bundle: string;
  args: string[];
  env: Record<string, string>;
  /** A line of its output that says it is ready. */
  ready: RegExp;
  /** What ends at once each time will do so for ever: after so many times in a row it is left at that. Else never. */
  attempts?: number;
  /** It may be told elsewhere to leave, and ends with code 0 then: it is not started again. */
  mayLeave?: boolean;
};

export type Child = {
  readonly name: string;
  /** Resolves when it is ready for the first time; rejects with StartFailed when it ends before it ever was. */
  readonly ready: Promise<void>;
  /** Of the process that runs now; undefined between a crash and the restart. */
  pid(): number | undefined;
  /** SIGTERM, and SIGKILL for one that does not listen. */
  stop(): Promise<void>;
};

type Supervised = {
  spec: ChildSpec;
  distDir: string;
  /** Tells people what happens. */
  say: (line: string) => void;
  /** It runs as another process now, or as none any more. */
  onChange: () => void;
  /** It ended at once as often as it may; these are its last words. It is not started again. */
  onGivenUp?: (lastWords: string) => void;
};

const restartMs = { first: 200, max: 5_000 };
const patienceMs = 8_000;
/** A child that ran this long was well: its next crash starts with a short wait again. */
const wellMs = 30_000;
/** A child that ends sooner ended at once, ready or not. */
const atOnceMs = 5_000;

/**
 * Loaded before a child's own code: the pipe from the launcher ends when the launcher does, even by a kill that it does
 * not hear of, and then the child stops as it is told to otherwise. Left running it would keep folders and ports.
 */
const endWithLauncher = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => undefined).resume().unref()",
)}`;

/** It could not start at all; the message is its own last words. */
export class StartFailed extends Error {
  /** The name of the child, where it is one that ended. */
  readonly child: string | null;

  constructor(message: string, child: string | null = null) {
    super(message);
    this.child = child;
  }
}

/**
 * Starts a child and keeps it running: one that ends by itself is started again, unless it was told to leave, and
 * that is said. It can be stopped
 * from the first moment on, ready or not.
 */
export function superviseChild({ spec, distDir, say, onChange, onGivenUp }: Supervised): Child {
  let current: ChildProcess | null = null;
  let stopping = false;
  let failures = 0;
  let restartTimer: NodeJS.Timeout | null = null;
  let endedAtOnce = 0;
  /** What it has said since it was well: the same words are told once, however often it ends with them. */
  const told = new Set<string>();

  const launch = (onReady: () => void, onEarlyEnd: (words: string) => void): void => {
    const options = ['--enable-source-maps', '--import', endWithLauncher];
    const child = spawn(process.execPath, [...options, `${distDir}/${spec.bundle}.js`, ...spec.args], {
      env: { ...process.env, ...spec.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A terminal sends Ctrl-C to the whole process group: in groups of their own the children wait for `stop`, so that
      // stores outlast those who still write to them. On Windows it would be a console window of their own.
      detached: process.platform !== 'win32',
    });
    current = child;
    const began = Date.now();
    let isReady = false;
    let lastWords: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isReady || !spec.ready.test(line)) return;
      isReady = true;
      onReady();
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastWords = [...lastWords.slice(-19), line];
      // What a stopped store does to its clients on the way down is no news.
      if (!isReady || stopping || (endedAtOnce > 0 && told.has(line))) return;
      told.add(line);
      process.stderr.write(`[${spec.name}] ${line}\n`);
    });
    child.once('exit', (code, signal) => {
      current = null;
      if (stopping) return;
      if (!isReady) onEarlyEnd(lastWords.join('\n'));
      if (isReady && code === 0 && spec.mayLeave) {
        stopping = true;
        say(`${spec.name} has left as it was told to; it begins again at the next start`);
        onChange();
        return;
      }
      const ran = Date.now() - began;
      if (ran > wellMs) {
        failures = 0;
        told.clear();
      }
      failures += 1;
      endedAtOnce = ran < atOnceMs ? endedAtOnce + 1 : 0;
      if (spec.attempts !== undefined && endedAtOnce >= spec.attempts) {
        stopping = true;
        onGivenUp?.(lastWords.join('\n') || `It was ended by ${signal ?? `itself, with code ${code}`}.`);
        return;
      }
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (isReady) say(`${spec.name} ${how}; starting it again`);
      const delayMs = backOffMs(failures, restartMs);
      restartTimer = setTimeout(() => {
        if (stopping) return;
        launch(
          () => {
            say(`${spec.name} is back`);
            onChange();
          },
          () => undefined,
        );
      }, delayMs);
    });
  };

  const stop = async (): Promise<void> => {
    stopping = true;
    if (restartTimer) clearTimeout(restartTimer);
    const child = current;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await gone;
    clearTimeout(kill);
  };

  const ready = new Promise<void>((resolve, reject) => {
    launch(resolve, (words) => {
      stopping = true;
      reject(new StartFailed(words || `${spec.name} could not be started`, spec.name));
    });
  });
  // Whoever waits for it hears of it; a child that is stopped before is waited for by nobody.
  ready.catch(() => undefined);
  return { name: spec.name, ready, pid: () => current?.pid, stop };
}
