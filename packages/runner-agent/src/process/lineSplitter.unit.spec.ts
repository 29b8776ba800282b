import { LineSplitter } from './lineSplitter.ts';

describe('splitting chunks into lines', () => {
  function lines(chunks: string[], limit = 100): { lines: string[]; dropped: number } {
    const found: string[] = [];
    const splitter = new LineSplitter(limit, (line) => found.push(line));
    for (const chunk of chunks) splitter.write(chunk);
    splitter.end();
    return { lines: found, dropped: splitter.dropped };
  }

  it('finds the same lines wherever the chunks are split', () => {
    const text = 'one\ntwo\n\nthree';
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(lines([text.slice(0, cut), text.slice(cut)]).lines).toEqual(['one', 'two', '', 'three']);
    }
  });

  it('drops a line that is too long, and no other', () => {
    expect(lines(['a\n', 'x'.repeat(60), 'x'.repeat(60), '\nb\n'])).toEqual({ lines: ['a', 'b'], dropped: 1 });
  });
});
