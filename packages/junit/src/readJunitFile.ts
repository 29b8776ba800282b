import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { JunitCase } from './junitCase.ts';
import { JunitReader, JunitSyntaxError } from './junitReader.ts';

const largestFile = 200 * 1024 * 1024;

export type JunitFile = { cases: JunitCase[]; problem: { message: string; line: number; column: number } | null };

/** @returns the cases of a JUnit XML file up to where it can be read, and what is wrong there if anything is. */
export async function readJunitFile(path: string): Promise<JunitFile> {
  const cases: JunitCase[] = [];
  try {
    const { size } = await stat(path);
    if (size > largestFile)
      throw new JunitSyntaxError(`the file has ${size} bytes, ${largestFile} at most are read`, 1, 0);
    const reader = new JunitReader((each) => addCase(cases, each));
    const decoder = new TextDecoder(await encodingOf(path));
    for await (const chunk of createReadStream(path)) reader.write(decoder.decode(chunk, { stream: true }));
    reader.write(decoder.decode());
    reader.end();
    return { cases, problem: null };
  } catch (error) {
    if (!(error instanceof JunitSyntaxError)) throw error;
    return { cases, problem: { message: error.message, line: error.line, column: error.column } };
  }
}

// Pytest reports a test whose teardown failed twice under one name: one test, with both outcomes.
function addCase(cases: JunitCase[], next: JunitCase): void {
  const last = cases.at(-1);
  const same = last && last.name === next.name && last.classname === next.classname && last.file === next.file;
  const aroundTest = next.outcomes.length > 0 && next.outcomes.every(isAroundTest);
  if (!same || !aroundTest) {
    cases.push(next);
    return;
  }
  last.outcomes.push(...next.outcomes);
  last.durationMs = (last.durationMs ?? 0) + (next.durationMs ?? 0);
}

function isAroundTest({ kind, message, text }: JunitCase['outcomes'][number]): boolean {
  return kind === 'error' && /\b(teardown|tear down)\b/i.test(message || text.slice(0, 500));
}

/** The bytes decide, as the encoding that a file declares is often not its own. */
async function encodingOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(4);
    await file.read(start, 0, 4, 0);
    if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0x3c && start[1] === 0)) return 'utf-16le';
    if ((start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0 && start[1] === 0x3c)) return 'utf-16be';
  } finally {
    await file.close();
  }
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) strict.decode(chunk, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
