type Listener<Args extends unknown[]> = (...args: Args) => void;
/** A stream that git prints to. */
type Output = {
  on(event: 'data', listener: Listener<[chunk: Uint8Array]>): unknown;
  on(event: 'close', listener: Listener<[]>): unknown;
  destroy(): unknown;
};
/** A process of git, as Node starts it. */
type GitProcess = {
  stdout: Output;
  stderr: Output;
  on(event: 'error', listener: Listener<[error: Error]>): unknown;
  on(event: 'exit' | 'close', listener: Listener<[code: number | null, signal: string | null]>): unknown;
  kill(signal: 'SIGINT'): unknown;
};

type GitOutputLimits = {
  /** Git that prints nothing for this long is ended. */
  silenceMs: number;
  /** Bytes that it may print, as a git server controls how much that is. */
  maxBytes: number;
  /** @returns the error for more of them */
  tooMuch: () => Error;
  signal: AbortSignal;
};

/** Programs that git leaves running (masters of ssh connections) may hold its error stream open. */
const graceMs = 50;

/** Git failed; the message is what it printed. */
export class GitError extends Error {
  /** Null where git was not started, or was ended. */
  readonly code: number | null;

  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
}

/**
 * Where Node has no descriptors left to start a process, it returns one without streams and emits the error later, which
 * ends this process unless it is handled.
 * @returns the started process, with its streams
 * @throws Error EMFILE, ENFILE
 */
export function requireStreams<
  Child extends { spawnfile: string; on(event: 'error', listener: Listener<[]>): unknown; stdio: unknown },
>(child: Child): Child {
  const { stdio }: Partial<Child> = child;
  if (stdio !== undefined) return child;
  child.on('error', () => undefined);
  throw new Error(`${child.spawnfile} cannot be started: this process has too many open files`);
}

/**
 * @returns what a process of git printed to its standard output
 * @throws GitError where it fails, cannot be started or is silent for too long; the reason of the signal
 */
export function gitOutput(
  child: GitProcess,
  { silenceMs, maxBytes, tooMuch, signal }: GitOutputLimits,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
    let bytes = 0;
    let cause: unknown = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (reason: unknown) => {
      cause ??= reason;
      child.kill('SIGINT');
      // What it has started ends with its next output.
      for (const name of outputs) child[name].destroy();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(new GitError('block timeout reached')), silenceMs);
    };
    const abort = () => end(signal.reason);
    const settle = (code: number | null, killed: string | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      for (const name of outputs) child[name].destroy();
      if (cause !== null) return reject(cause);
      if (code === 0 || (code !== null && printed.stderr === '')) return resolve(printed.stdout);
      reject(new GitError(`${printed.stdout}${printed.stderr}` || `git was ended by ${killed}`, code));
    };
    for (const name of outputs) {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      child[name].on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > maxBytes) return end(tooMuch());
        printed[name] += decoder.decode(chunk, { stream: true });
        wait();
      });
    }
    child.on('error', (error) => {
      cause ??= new GitError(String(error));
      settle(null, null);
    });
    const isRead = new Promise<void>((read) => child.stdout.on('close', read));
    child.on('exit', (code, killed) => {
      clearTimeout(timer);
      // What it printed is read even where this process was busy for longer than that.
      void isRead.then(() => setTimeout(() => setImmediate(() => settle(code, killed)), graceMs));
    });
    child.on('close', settle);
    signal.addEventListener('abort', abort);
    wait();
    if (signal.aborted) abort();
  });
}

const outputs = ['stdout', 'stderr'] as const;
