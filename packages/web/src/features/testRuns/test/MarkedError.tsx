import { markChangedWords } from './changedWords.ts';
import type { DiffLine } from './diffLines.ts';
import { ErrorLines } from './ErrorLines.tsx';

/** An error with two sides. Comparing their words takes a library, which other errors do not need. */
export function MarkedError({ lines }: { lines: readonly DiffLine[] }) {
  return <ErrorLines lines={markChangedWords(lines)} />;
}
