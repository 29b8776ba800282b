import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BlobsAway, OperationsError } from '@assay/operations';
import { StartFailed } from '../supervision/child.ts';

/** An error that the user can fix; the message says how. Shown without a stack trace. */
export class CommandError extends Error {}

export type CommandContext<Values> = {
  values: Values;
  /** Arguments that are not options; empty unless the command takes them. */
  names: readonly string[];
  say: (line: string) => void;
  /** Shows progress: on a terminal in one changing line, else as an occasional line. */
  progress: (line: string) => void;
  /** Ctrl-C or SIGTERM: stop at the next consistent point. The second time, the command ends at once. */
  stop: AbortSignal;
};

type Options = NonNullable<ParseArgsConfig['options']>;
type ValuesOf<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values'];
type Command<Given extends Options> = {
  usage: string;
  options: Given;
  /** Whether it takes arguments that are not options. */
  takesNames?: boolean;
  /** @returns the exit code; 0 where it returns nothing. */
  run: (context: CommandContext<ValuesOf<Given>>) => Promise<number | undefined>;
};

const progressMs = { terminal: 100, elsewhere: 5_000 };
const stoppedCode = 130;

/** File system errors whose message, which names the file, is enough. */
const plainCodes = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOSPC', 'EROFS', 'ENOTDIR', 'EDQUOT', 'EXDEV']);

function isPlain(error: unknown): error is Error {
  if ([CommandError, StartFailed, OperationsError, BlobsAway].some((kind) => error instanceof kind)) return true;
  // Start errors of the embedded servers are sentences for users, with a code in capitals.
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return plainCodes.has(error.code) || ('path' in error ? false : /^[A-Z]+(_[A-Z]+)+$/.test(error.code));
}

function progressOf(stream: NodeJS.WriteStream) {
  const everyMs = stream.isTTY ? progressMs.terminal : progressMs.elsewhere;
  let shownAt = performance.now() - everyMs;
  let isOpen = false;
  return {
    show: (line: string) => {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      isOpen = stream.isTTY;
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    close: () => {
      if (isOpen) stream.write('\r\x1b[K');
      isOpen = false;
    },
  };
}

/**
 * Runs one command: reads its options, answers `--help`, reports errors in a sentence, and exits with 0, with 1 after a
 * failure, 2 for a wrong command line, or 130 after Ctrl-C.
 */
export async function runCommand<Given extends Options>({
  usage,
  options,
  takesNames = false,
  run,
}: Command<Given>): Promise<never> {
  const stopping = new AbortController();
  const { show, close } = progressOf(process.stderr);
  const say = (line: string) => {
    close();
    process.stdout.write(`${line}\n`);
  };
  const complain = (line: string) => {
    close();
    process.stderr.write(`${line}\n`);
  };
  const onSignal = () => {
    // The second signal does not wait for a consistent point.
    if (stopping.signal.aborted) process.exit(stoppedCode);
    complain('Stopping …');
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  let values: ValuesOf<Given>;
  let names: readonly string[];
  try {
    const parsed = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: takesNames });
    if ('help' in parsed.values) {
      say(usage);
      process.exit(0);
    }
    values = parsed.values as ValuesOf<Given>;
    names = parsed.positionals;
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
  try {
    const code = await run({ values, names, say, progress: show, stop: stopping.signal });
    close();
    process.exit(code ?? 0);
  } catch (error) {
    if (stopping.signal.aborted && error === stopping.signal.reason) {
      complain('Stopped before the end. The same command resumes from here or starts over.');
      process.exit(stoppedCode);
    }
    complain(isPlain(error) ? error.message : String(error instanceof Error ? error.stack : error));
    process.exit(1);
  }
}
