import { LineSplitter } from './lineSplitter.ts';

describe('cutting chunks into lines', () => {
  function lines(chunks: string[], limit = 100): { lines: string[]; dropped: number } {
    const found: string[] = [];
    const splitter = new LineSplitter(limit, (line) => found.push(line));
    for (const chunk of chunks) splitter.write(chunk);
    splitter.end();
    return { lines: found, dropped: splitter.dropped };
  }

  it('finds the same lines however the chunks fall', () => {
    const text = 'one\ntwo\n\nthree';
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(lines([text.slice(0, cut), text.slice(cut)]).lines).toEqual(['one', 'two', '', 'three']);
    }
  });

  it('drops a line that is too long, and only that one', () => {
    expect(lines(['a\n', 'x'.repeat(60), 'x'.repeat(60), '\nb\n'])).toEqual({ lines: ['a', 'b'], dropped: 1 });
  });
});
