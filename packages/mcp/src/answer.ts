import { counted, formatCount } from '@assay/contract';
import { dataNotice } from './untrusted.ts';

/** UTF-8 bytes of an answer unless more are asked for: it takes its room from the model's context. */
export const answerBytes = { min: 1_000, max: 64_000, default: 8_000 } as const;
/** For the sentence after the rows of a cut list, and the one about a cut text. */
const reserved = 250;

/** A page of a list; what does not fit is left to the next page. */
export type Rows = {
  /** What a row is: `test`. */
  noun: string;
  texts: readonly string[];
  /** Of the first of them in the whole list. */
  offset: number;
  /** Of the whole list; null: not known, and there may be more. */
  total: number | null;
};

/** What a tool answers: text before the rows, the rows, and text after them, such as links. */
export type Answer = { head: readonly string[]; rows?: Rows; foot?: readonly string[] };

/** @returns the answer as a text within the limit of bytes */
export function textOf({ head, rows, foot = [] }: Answer, bytes: number): string {
  const around = [dataNotice, '', ...head];
  const after = foot.length > 0 ? ['', ...foot] : [];
  let room = bytes - reserved - bytesOf([...around, ...after]);
  const shown: string[] = [];
  for (const text of rows?.texts ?? []) {
    room -= bytesOf([text]);
    if (room < 0) break;
    shown.push(text);
  }
  const list = rows ? ['', ...shown, ...restOf(rows, shown.length)] : [];
  return cut([...around, ...list, ...after].join('\n'), bytes);
}

function restOf({ noun, texts, offset, total }: Rows, shown: number): string[] {
  if (offset === 0 && texts.length === 0) return [`No ${noun}.`];
  const end = offset + shown;
  const isAll = shown === texts.length && (total === null ? texts.length === 0 : end >= total);
  if (isAll) return [];
  if (shown === 0 && texts.length > 0) return [`The next ${noun} is too long for this answer: pass a larger maxBytes.`];
  if (shown === 0) return [`There is no ${noun} from ${formatCount(offset)} on.`];
  const of = total === null ? '' : ` of ${counted(total, noun)}`;
  return [`These are ${formatCount(offset + 1)} to ${formatCount(end)}${of}. For the next, pass offset ${end}.`];
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const note = '\n… The answer is cut here: pass a larger maxBytes for all of it.';
  const kept = Buffer.from(text).subarray(0, bytes - Buffer.byteLength(note));
  // A character that is cut in two is left out.
  return `${kept.toString('utf8').replace(/\uFFFD$/, '')}${note}`;
}
