import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { JunitCase } from './junitCase.ts';
import { JunitReader, JunitSyntaxError } from './junitReader.ts';

const maxFileBytes = 200 * 1024 * 1024;
/** What jest-junit calls the class of a file that could not be loaded. */
const unloadedByJest = 'Test suite failed to run';
/** Bytes read at once. */
const chunkSize = 256 * 1024;

/** Why and where a file cannot be read on. Lines are counted from 1, columns from 0. */
export type JunitProblem = {
  message: string;
  line: number;
  column: number /** XML, but of another kind. */;
  otherFormat: boolean;
};

/**
 * Hands over the cases of a JUnit XML file one by one, up to where it can be read. Whoever calls holds no more than it
 * keeps: the file may be large.
 * @returns what is wrong with the file; null when it was read to its end
 */
export async function readJunitFile(
  path: string,
  onCase: (junitCase: JunitCase) => void,
): Promise<JunitProblem | null> {
  const joined = new AroundTest(onCase);
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes) {
      throw new JunitSyntaxError(`the file has ${size} bytes, ${maxFileBytes} at most are read`, 1, 0);
    }
    const reader = new JunitReader((each) => joined.take(each));
    const decoder = new TextDecoder(await encodingOf(path));
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) {
      reader.write(decoder.decode(chunk, { stream: true }));
    }
    reader.write(decoder.decode());
    reader.end();
    return null;
  } catch (error) {
    if (!(error instanceof JunitSyntaxError)) throw error;
    const { message, line, column, otherFormat } = error;
    return { message, line, column, otherFormat };
  } finally {
    joined.end();
  }
}

/**
 * Pytest reports a test whose teardown failed twice under one name, and jest-junit a file that could not be loaded: one
 * test each, with both outcomes.
 */
class AroundTest {
  readonly #onCase: (junitCase: JunitCase) => void;
  #last: JunitCase | null = null;

  constructor(onCase: (junitCase: JunitCase) => void) {
    this.#onCase = onCase;
  }

  take(next: JunitCase): void {
    const last = this.#last;
    const same = last && last.name === next.name && last.classname === next.classname && last.file === next.file;
    if (!same || !(isAroundTest(next) || next.classname === unloadedByJest)) {
      this.end();
      this.#last = next;
      return;
    }
    last.outcomes.push(...next.outcomes);
    last.durationMs = (last.durationMs ?? 0) + (next.durationMs ?? 0);
  }

  end(): void {
    if (this.#last) this.#onCase(this.#last);
    this.#last = null;
  }
}

function isAroundTest({ outcomes }: JunitCase): boolean {
  return (
    outcomes.length > 0 &&
    outcomes.every(
      ({ kind, message, text }) => kind === 'error' && /\b(teardown|tear down)\b/i.test(message || text.slice(0, 500)),
    )
  );
}

/** The bytes decide, as the encoding that a file declares is often not its own; what it declares is the last resort. */
async function encodingOf(path: string): Promise<string> {
  const start = Buffer.alloc(200);
  const file = await open(path);
  try {
    await file.read(start, 0, start.length, 0);
  } finally {
    await file.close();
  }
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0x3c && start[1] === 0)) return 'utf-16le';
  if ((start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0 && start[1] === 0x3c)) return 'utf-16be';
  if (await isUtf8(path)) return 'utf-8';
  const [, declared = ''] = /^[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(start.toString('latin1')) ?? [];
  return oneByteEncoding(declared) ?? 'windows-1252';
}

async function isUtf8(path: string): Promise<boolean> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) {
      strict.decode(chunk, { stream: true });
    }
    strict.decode();
    return true;
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** @returns the encoding's own name; null for one that is unknown, or that the bytes have shown not to be theirs. */
function oneByteEncoding(declared: string): string | null {
  try {
    const { encoding } = new TextDecoder(declared);
    return encoding.startsWith('utf-') ? null : encoding;
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_NOT_SUPPORTED') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
