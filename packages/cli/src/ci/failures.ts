import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { TestResultRow } from '@assay/contract';
import { printableHead, printableLine } from '../printable.ts';

/** A failed test, with texts of one line each. */
export type Failure = {
  title: string;
  /** Head of the error; may be empty. */
  message: string;
  /** Where its file is in the repository; null: not known. */
  place: { path: string; line: number } | null;
};

type Folders = {
  /** The folder that a CI service names files relative to. */
  repository: string;
  /** Folders that test files may be relative to, in order. */
  tests: readonly string[];
};

const maxTitle = 300;
const maxMessage = 500;

/** @returns the test as CI services show it. Whatever it is called, it points to a file of the repository only. */
export function failureOf({ file, name, copy, line, error }: TestResultRow, folders: Folders): Failure {
  const which = copy === null ? '' : ` (copy ${copy})`;
  const path = pathOf(file, folders);
  return {
    title: shortened(printableLine(`${file} › ${name}${which}`), maxTitle),
    message: shortened(printableHead(error), maxMessage),
    place: path === null ? null : { path, line: line ?? 1 },
  };
}

/** Cut between characters: half of one is not UTF-8. */
function shortened(line: string, most: number): string {
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

function pathOf(file: string, { repository, tests }: Folders): string | null {
  for (const folder of tests) {
    const path = resolve(folder, file);
    const inside = relative(repository, path);
    if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') continue;
    if (isFile(path)) return inside.split(sep).join('/');
  }
  return null;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Names with a zero byte or of any length.
    return false;
  }
}
