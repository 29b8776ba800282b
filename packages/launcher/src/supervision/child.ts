import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type ChildSpec = {
  /** As people read it: 'event store'. */
  name: string;
  /** Of the bundle in dist/, without its ending. */
  bundle: string;
  args: string[];
  env: Record<string, string>;
  /** A line of its output that says it is ready. */
  ready: RegExp;
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
  /** It runs as another process now. */
  onRestart: () => void;
};

const restartMs = { first: 200, most: 5_000 };
const patienceMs = 8_000;
/** A child that ran this long was well: its next crash starts with a short wait again. */
const wellMs = 30_000;

/**
 * Loaded before a child's own code: the pipe from the launcher ends when the launcher does, even by a kill that it does
 * not hear of, and then the child stops as it is told to otherwise. Left running it would keep folders and ports.
 */
const endWithLauncher = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => undefined).resume().unref()",
)}`;

/** It could not start at all; the message is its own last words. */
export class StartFailed extends Error {}

/**
 * Starts a child and keeps it running: one that ends by itself is started again, and that is said. It can be stopped
 * from the first moment on, ready or not.
 */
export function superviseChild({ spec, distDir, say, onRestart }: Supervised): Child {
  let current: ChildProcess | null = null;
  let stopping = false;
  let wait = restartMs.first;
  let restartTimer: NodeJS.Timeout | null = null;

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
      if (isReady && !stopping) process.stderr.write(`[${spec.name}] ${line}\n`);
    });
    child.once('exit', (code, signal) => {
      current = null;
      if (stopping) return;
      if (!isReady) onEarlyEnd(lastWords.join('\n'));
      if (Date.now() - began > wellMs) wait = restartMs.first;
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (isReady) say(`${spec.name} ${how}; starting it again`);
      restartTimer = setTimeout(() => {
        if (stopping) return;
        launch(
          () => {
            say(`${spec.name} is back`);
            onRestart();
          },
          () => undefined,
        );
      }, wait);
      wait = Math.min(wait * 2, restartMs.most);
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
      reject(new StartFailed(words || `${spec.name} could not be started`));
    });
  });
  // Whoever waits for it hears of it; a child that is stopped before is waited for by nobody.
  ready.catch(() => undefined);
  return { name: spec.name, ready, pid: () => current?.pid, stop };
}
