import { diffWordsWithSpace } from 'diff';
import { type DiffLine, type MarkedLine, unmarked } from './diffLines.ts';

/** Lines longer than this are shown as they are: comparing them would hold the page up. */
const longestCompared = 2_000;
/** Of two lines that have less than this share in common everything would be marked, which tells nothing. */
const minInCommon = 0.3;

/** Marks in which words the two sides of an assertion differ, line by line where both have equally many. */
export function markChangedWords(lines: readonly DiffLine[]): MarkedLine[] {
  const marked = lines.map(unmarked);
  for (const [first, second] of blocksOf(lines)) {
    if (first.length !== second.length) continue;
    for (const [place, at] of first.entries()) {
      const other = second[place];
      const [left, right] = [lines[at]?.text, lines[other ?? -1]?.text];
      const pair = left === undefined || right === undefined ? null : comparedWords(left, right);
      const [ofLeft, ofRight] = [marked[at], marked[other ?? -1]];
      if (!pair || !ofLeft || !ofRight) continue;
      ofLeft.parts = pair.left;
      ofRight.parts = pair.right;
    }
  }
  return marked;
}

/** The indexes of a block of one side, and of the block of the other side that follows it at once. */
function blocksOf(lines: readonly DiffLine[]): [number[], number[]][] {
  const blocks: { side: DiffLine['side']; indexes: number[] }[] = [];
  for (const [index, { side }] of lines.entries()) {
    const last = blocks.at(-1);
    if (last?.side === side) last.indexes.push(index);
    else blocks.push({ side, indexes: [index] });
  }
  const pairs: [number[], number[]][] = [];
  for (let at = 1; at < blocks.length; at += 1) {
    const [before, after] = [blocks[at - 1], blocks[at]];
    if (!before?.side || !after?.side) continue;
    pairs.push([before.indexes, after.indexes]);
    at += 1;
  }
  return pairs;
}

function comparedWords(left: string, right: string): { left: MarkedLine['parts']; right: MarkedLine['parts'] } | null {
  if (left.length > longestCompared || right.length > longestCompared) return null;
  const [ofLeft, ofRight] = [withoutSide(left), withoutSide(right)];
  const changes = diffWordsWithSpace(ofLeft.value, ofRight.value);
  const common = changes.reduce((sum, { added, removed, value }) => (added || removed ? sum : sum + value.length), 0);
  if (common < minInCommon * Math.max(ofLeft.value.length, ofRight.value.length)) return null;
  const partsOf = (side: string, isOther: (change: (typeof changes)[number]) => boolean) => [
    { text: side, changed: false },
    ...changes
      .filter((change) => !isOther(change))
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed })),
  ];
  return {
    left: partsOf(ofLeft.side, ({ added }) => added),
    right: partsOf(ofRight.side, ({ removed }) => removed),
  };
}

/** Divides a line into what says its side, a sign or a label, and the value behind it. */
function withoutSide(line: string): { side: string; value: string } {
  const side = /^\s*(?:[-+]|(?:Expected|Received)\b[^:]*:)/.exec(line)?.[0] ?? '';
  return { side, value: line.slice(side.length) };
}
