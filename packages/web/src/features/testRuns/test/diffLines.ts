export type DiffLine = { text: string; side: 'expected' | 'received' | null };

/** A line in parts, some of which differ from the other side. */
export type MarkedLine = { side: DiffLine['side']; parts: { text: string; changed: boolean }[] };

type Signed = { text: string; sign: '-' | '+' | null };

/**
 * Distinguishes the two sides of an assertion. Most tools write `-` for expected and `+` for received; those that head
 * their diff with `+ expected - actual` do the opposite. Signs only count as a diff if both occur, because lists have
 * dashes too. Lines with 'Expected: …' and 'Received: …' are recognized as such.
 */
export function diffLines(error: string): DiffLine[] {
  const swapped = /^\s*\+ expected\s+- (actual|received)\s*$/m.test(error);
  const lines = signedLines(error);
  const isDiff = lines.some((line) => line.sign === '-') && lines.some((line) => line.sign === '+');
  return lines.map(({ text, sign }) => {
    const named = /^\s*(Expected|Received)\b[^:]*:/.exec(text)?.[1];
    if (named) return { text, side: named === 'Expected' ? 'expected' : 'received' };
    if (!isDiff || sign === null) return { text, side: null };
    return { text, side: (sign === '-') !== swapped ? 'expected' : 'received' };
  });
}

function signedLines(error: string): Signed[] {
  let over = false;
  return error.split('\n').map((text) => {
    // A list of attempts follows, each with a dash.
    over ||= /^\s*Call log:/.test(text);
    const sign = /^\s*([-+])(?![-+]{2})/.exec(text)?.[1];
    const heads = /^\s*[-+]\s+(expected|actual|received)\s+[-+]/i.test(text);
    return { text, sign: over || heads ? null : sign === '-' || sign === '+' ? sign : null };
  });
}

/** @returns the line as one part that differs from nothing */
export function unmarked({ text, side }: DiffLine): MarkedLine {
  return { side, parts: [{ text, changed: false }] };
}
