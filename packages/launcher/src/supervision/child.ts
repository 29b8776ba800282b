import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { setImmediate as othersFirst, setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { backOffMs } from '@assay/concurrency';

export type ChildSpec = {
  /** As users read it: 'event store'. */
  name: string;
  /** Name of the bundle in dist/, without extension. */
  bundle: string;
  args: string[];
  env: Record<string, string>;
  /** Variables that no other process of the machine may read: they reach the child through a pipe. */
  secrets?: Record<string, string>;
  /** The mode bits that its new files do not get; those of the launcher when omitted. */
  umask?: number;
  /** A line of its output that says it is ready. */
  ready: RegExp;
  /** After failing this many times in a row right after its start, it is not started again. Unlimited when omitted. */
  attempts?: number;
  /** Collects garbage before its heap is twice what is alive, rather than at four times of it. */
  keepsHeapSmall?: true;
  /** Another command may tell it to leave; it then exits with code 0 and is not started again. */
  mayLeave?: boolean;
};

export type Child = {
  readonly name: string;
  readonly bundle: string;
  /** Resolves when it is ready for the first time; rejects with StartFailed when it ends before that. */
  readonly ready: Promise<void>;
  /** Id of the current process; undefined between a crash and the restart. */
  pid(): number | undefined;
  /**
   * Ends it as `stop` does and starts it again at once, also while it waits to be started again. Resolves when it is
   * ready, or has ended before that.
   */
  restart(): Promise<void>;
  /** SIGTERM, and SIGKILL if it does not end. */
  stop(): Promise<void>;
};

type Supervised = {
  spec: ChildSpec;
  distDir: string;
  /** Reports events to the user. */
  say: (line: string) => void;
  /** Takes every line of its output. */
  keep?: (line: string) => void;
  /** Takes every line of its stdout. */
  show?: (line: string) => void;
  /** It has a new process, or none any more. */
  onChange: () => Promise<void>;
  /** It failed the allowed number of times and is not started again; with its last output. */
  onGivenUp?: (lastWords: string) => void;
};

const restartMs = { first: 200, max: 5_000 };
const patienceMs = 8_000;
/** A child that ran this long was healthy: after its next crash, the first wait is short again. */
const wellMs = 30_000;
/** A child that ends sooner failed at its start, ready or not. */
const atOnceMs = 5_000;
/** What a child has started may hold its outputs open for longer than it runs. */
const outputsReadMs = 1_000;
/** In MB. From 2,048 on V8 takes memory to be plenty: a heap may grow fourfold before anything is collected. */
const modestHeap = 2_000;

/** @returns the limit of a small heap in MB, never more than Node has here by default */
function smallHeap(): number {
  return Math.min(modestHeap, Math.floor(getHeapStatistics().heap_size_limit / 1024 ** 2));
}

/** The launcher's own variables that are secret: children get those that they need, and not in their environment. */
export const secretVariables = [
  'EVENTSTORE_URL',
  'MONGODB_URL',
  'ASSAY_MASTER_KEY',
  'ASSAY_MASTER_KEY_NEXT',
  'ASSAY_ADMIN_PASSWORD',
  'ASSAY_AGENT_TOKEN',
  'ASSAY_SMTP_URL',
  'ASSAY_METRICS_TOKEN',
  'ASSAY_CAPTCHA_SECRET',
  'ASSAY_AI_KEY',
  'ASSAY_STRIPE_SECRET_KEY',
  'ASSAY_STRIPE_WEBHOOK_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;
/** Of providers by which people sign in; there may be any number. */
export const clientSecretVariable = /^ASSAY_OIDC_\w+_CLIENT_SECRET$/;
/** Of applications that are registered at git services, Slack and Jira. */
export const appSecretVariable =
  /^ASSAY_(GITHUB|GITLAB|BITBUCKET|GITHUB_APP|SLACK|JIRA)_(CLIENT_SECRET|PRIVATE_KEY|WEBHOOK_SECRET|SIGNING_SECRET)$/;
const secretsDescriptor = 3;
/** Windows has no descriptors for this, and no other user there reads a process's environment. */
const hasDescriptors = process.platform !== 'win32';

/**
 * Loaded before a child's own code. It takes the secrets. The pipe from the launcher ends when the launcher does, even
 * when it is killed, and the child then stops as on SIGTERM: otherwise it would keep folders and ports.
 */
function preload({ umask }: ChildSpec): string {
  const code = [
    "import { closeSync, readFileSync } from 'node:fs';",
    ...(umask === undefined ? [] : [`process.umask(${umask});`]),
    ...(hasDescriptors
      ? [
          `Object.assign(process.env, JSON.parse(readFileSync(${secretsDescriptor}, 'utf8')));`,
          `closeSync(${secretsDescriptor});`,
        ]
      : []),
    "process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => undefined).resume().unref();",
  ];
  return `data:text/javascript,${encodeURIComponent(code.join('\n'))}`;
}

export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSecret = (name: string) =>
    clientSecretVariable.test(name) ||
    appSecretVariable.test(name) ||
    secretVariables.some((secret) => secret === name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecret(name)));
}

function environmentOf({ env, secrets = {} }: ChildSpec): NodeJS.ProcessEnv {
  return { ...withoutSecrets(process.env), ...env, ...(hasDescriptors ? {} : secrets) };
}

function onLine(input: Readable | null, tell: (line: string) => void): void {
  if (input) createInterface({ input }).on('line', tell);
}

/** A process may be seen to end before its last output is read, which often says why. */
async function outputsRead(child: ChildProcess): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([
    once(child, 'close', { signal }),
    sleep(outputsReadMs, null, { signal }).then(() => othersFirst()),
  ]);
  waiting.abort();
}

function giveSecrets({ stdio }: ChildProcess, secrets: Record<string, string>): void {
  const pipe = stdio[secretsDescriptor];
  if (!(pipe instanceof Writable)) return;
  // A child that dies this early is reported by its end.
  pipe.on('error', () => undefined);
  pipe.end(JSON.stringify(secrets));
}

/** It could not start at all; the message is its last output. */
export class StartFailed extends Error {
  /** The name of the child that ended, if any. */
  readonly child: string | null;

  constructor(message: string, child: string | null = null) {
    super(message);
    this.child = child;
  }
}

/**
 * Starts a child and restarts it whenever it ends, with a message, unless it was told to leave. It can be stopped at
 * any time, ready or not.
 */
export function superviseChild({ spec, distDir, say, keep, show, onChange, onGivenUp }: Supervised): Child {
  let current: ChildProcess | null = null;
  let stopping = false;
  let failures = 0;
  let restartTimer: NodeJS.Timeout | null = null;
  /** Callers of `restart`, until it is ready again or has ended. */
  let waiting: (() => void)[] = [];
  let endsToRestart = false;
  let endedAtOnce = 0;
  /** Its output since it was last healthy: repeated lines are shown once, however often it fails with them. */
  const told = new Set<string>();

  const launch = (onReady: () => void, onEarlyEnd: (words: string) => void): void => {
    const options = ['--enable-source-maps', '--import', preload(spec)];
    const env = environmentOf(spec);
    // Who runs the service may know better.
    const isLimited = /--max[-_]old[-_]space[-_]size/.test(env.NODE_OPTIONS ?? '');
    if (spec.keepsHeapSmall && !isLimited) options.push(`--max-old-space-size=${smallHeap()}`);
    const child = spawn(process.execPath, [...options, `${distDir}/${spec.bundle}.js`, ...spec.args], {
      env,
      stdio: ['pipe', 'pipe', 'pipe', hasDescriptors ? 'pipe' : 'ignore'],
      // A terminal sends Ctrl-C to the whole process group: in their own groups the children wait for `stop`, so that
      // stores outlast their clients. On Windows, `detached` would open a console window.
      detached: process.platform !== 'win32',
    });
    current = child;
    giveSecrets(child, spec.secrets ?? {});
    const began = Date.now();
    let isReady = false;
    let lastWords: string[] = [];
    onLine(child.stdout, (line) => {
      keep?.(line);
      show?.(line);
      if (isReady || !spec.ready.test(line)) return;
      isReady = true;
      onReady();
    });
    onLine(child.stderr, (line) => {
      keep?.(line);
      lastWords = [...lastWords.slice(-19), line];
      // Errors caused by stores that are being stopped are not worth showing.
      if (!isReady || stopping || (endedAtOnce > 0 && told.has(line))) return;
      told.add(line);
      process.stderr.write(`[${spec.name}] ${line}\n`);
    });
    child.once('exit', (code, signal) => {
      current = null;
      if (stopping) return;
      if (endsToRestart) return launchAgain();
      void outputsRead(child).then(() => afterEnd(code, signal));
    });
    const afterEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
      // Stopped or started meanwhile.
      if (stopping || current) return;
      if (!isReady) onEarlyEnd(lastWords.join('\n'));
      if (isReady && code === 0 && spec.mayLeave) {
        stopping = true;
        say(`${spec.name} has left as ordered; it starts again with the next npm start`);
        void onChange();
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
      restartTimer = setTimeout(launchAgain, delayMs);
    };
  };

  const tellWaiting = (): void => {
    const due = waiting;
    waiting = [];
    for (const resolve of due) resolve();
  };

  const launchAgain = (): void => {
    if (stopping) return;
    endsToRestart = false;
    restartTimer = null;
    launch(
      () => {
        // Its new id can be read as soon as the line is printed.
        void onChange().then(() => say(`${spec.name} is back`));
        tellWaiting();
      },
      (words) => {
        // Of new sources, the reason is news.
        if (waiting.length > 0) say(`${spec.name} does not start:\n${words}`);
        tellWaiting();
      },
    );
  };

  const end = async (child: ChildProcess): Promise<void> => {
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await gone;
    clearTimeout(kill);
  };

  const restart = (): Promise<void> =>
    new Promise((resolve) => {
      if (stopping) return resolve();
      if (restartTimer) clearTimeout(restartTimer);
      waiting.push(resolve);
      if (endsToRestart) return;
      if (!current) return launchAgain();
      endsToRestart = true;
      void end(current);
    });

  const stop = async (): Promise<void> => {
    stopping = true;
    tellWaiting();
    if (restartTimer) clearTimeout(restartTimer);
    const child = current;
    if (child && child.exitCode === null) await end(child);
  };

  const ready = new Promise<void>((resolve, reject) => {
    launch(resolve, (words) => {
      stopping = true;
      reject(new StartFailed(words || `${spec.name} could not be started`, spec.name));
    });
  });
  // The error reaches everyone who awaits it; a child that is stopped earlier has no such caller.
  ready.catch(() => undefined);
  return { name: spec.name, bundle: spec.bundle, ready, pid: () => current?.pid, restart, stop };
}
