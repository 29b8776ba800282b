import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attemptLimits, type CodeFrame, withoutEscapeCodes } from '@assay/contract';
import type { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

/** A place in a source file that a stack trace names. */
export type CodePlace = { file: string; line: number; column: number | null };

/** Where the files of a stack trace are. */
export type CodePlaces = {
  /** The checkout: nothing outside of it is shown. */
  repository: string;
  /** Where the tests run: what relative paths start from. */
  directory: string;
  /** Where the tests run. */
  host: Pick<ProcessHost, 'files' | 'reach'>;
};

const withLine =
  /(?:^|[\s("'@])((?:file:\/\/)?(?:[A-Za-z]:[\\/])?[^\s()"':]+\.[A-Za-z]{1,6}):(\d{1,7})(?::(\d{1,7}))?/g;
const ofPython = /File "([^"]+)", line (\d{1,7})/g;
/** Larger files are no sources that somebody reads. */
const largestFile = 2 * 1024 * 1024;
/** A stack trace may be a megabyte. */
const searchedText = 40_000;
/** What a pattern costs grows with the square of a line. */
const searchedLine = 1000;

/** @returns the places of a stack trace in its order, each once. Python's innermost frame is its last. */
export function placesNamedIn(stack: string): CodePlace[] {
  const lines = withoutEscapeCodes(stack.slice(0, searchedText)).split('\n');
  const text = lines.map((line) => line.slice(0, searchedLine)).join('\n');
  const read = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, file = '', line, column]) => ({
      file,
      line: Number(line),
      column: column === undefined ? null : Number(column),
    }));
  const seen = new Set<string>();
  return [...read(ofPython).reverse(), ...read(withLine)].filter(({ file, line }) => {
    const key = `${file}:${line}`;
    if (line === 0 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** @returns the lines around the project's own frames, masked: from files of the checkout alone, wherever links lead. */
export async function codeFramesOf(stack: string, places: CodePlaces, mask: SecretMask): Promise<CodeFrame[]> {
  const frames: CodeFrame[] = [];
  for (const place of placesNamedIn(stack)) {
    const frame = await readFrame(place, places, mask);
    if (frame && !frames.some(({ file, line }) => file === frame.file && line === frame.line)) frames.push(frame);
    if (frames.length === attemptLimits.codeFrames) break;
  }
  return frames;
}

async function readFrame(
  { file: named, line, column }: CodePlace,
  { repository, directory, host }: CodePlaces,
  mask: SecretMask,
): Promise<CodeFrame | null> {
  const path = pathOf(named, directory, host.reach);
  const file = path === null ? '' : relative(repository, path).split(sep).join('/');
  const isOwn =
    file !== '' && !isAbsolute(file) && !/(^|\/)(\.\.|\.git|node_modules|site-packages|\.venv)\//.test(`${file}/`);
  if (path === null || !isOwn) return null;
  const lines = await linesOf(host.files, path, repository);
  if (!lines || line > lines.length) return null;
  const first = Math.max(1, line - attemptLimits.linesAround);
  // Masked before it is cut into lines: a secret may have several.
  const shown = mask.text(lines.slice(first - 1, line + attemptLimits.linesAround).join('\n')).split('\n');
  return {
    file,
    line,
    column,
    firstLine: first,
    lines: shown.slice(0, 2 * attemptLimits.linesAround + 1).map((text) => text.slice(0, attemptLimits.codeLine)),
  };
}

function pathOf(named: string, directory: string, reach: ProcessHost['reach']): string | null {
  try {
    const path = named.startsWith('file://') ? fileURLToPath(named) : named;
    if (!isAbsolute(path)) return join(directory, path);
    return reach ? reach.outside(path) : path;
  } catch {
    // A broken URL names no file.
    return null;
  }
}

async function linesOf(files: ProjectFiles, path: string, repository: string): Promise<string[] | null> {
  try {
    const content = await files.readText(path, { limit: largestFile, within: repository });
    return content === null || content.includes('\0') ? null : content.split(/\r?\n/);
  } catch {
    // A frame of a file that is gone, or was never there, shows no code.
    return null;
  }
}
