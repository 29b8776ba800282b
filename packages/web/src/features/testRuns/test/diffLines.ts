export type DiffLine = { text: string; side: 'expected' | 'received' | null };

/**
 * Tells the two sides of an assertion's diff apart. Most tools write `-` for what was expected and `+` for what was
 * received; those that head their diff with `+ expected - actual` do it the other way round.
 */
export function diffLines(error: string): DiffLine[] {
  const swapped = /^\s*\+ expected\s+- (actual|received)\s*$/m.test(error);
  return error.split('\n').map((text) => {
    const sign = /^\s*([-+])(?![-+]{2})\s?\S?/.exec(text)?.[1];
    if (!sign || /^\s*[-+]\s+(expected|actual)\s+[-+]/.test(text)) return { text, side: null };
    return { text, side: (sign === '-') !== swapped ? 'expected' : 'received' };
  });
}
