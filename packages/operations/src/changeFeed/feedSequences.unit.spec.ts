import { FeedSequences } from './feedSequences.ts';

describe('feed sequences', () => {
  it('follow each publisher separately', () => {
    const sequences = new FeedSequences();
    const places = [sequences.take('a', 1), sequences.take('b', 1), sequences.take('a', 2), sequences.take('b', 2)];
    expect(places).toEqual(['next', 'next', 'next', 'next']);
  });

  it('detect a gap once, and repeated batches', () => {
    const sequences = new FeedSequences();
    sequences.take('a', 1);
    expect([sequences.take('a', 3), sequences.take('a', 4), sequences.take('a', 3)]).toEqual([
      'gap',
      'next',
      'repeated',
    ]);
  });

  it('continue after skipped batches', () => {
    const sequences = new FeedSequences();
    sequences.skip('a', 7);
    expect(sequences.take('a', 8)).toBe('next');
  });

  it('count a publisher that starts in the middle as a gap', () => {
    expect(new FeedSequences().take('a', 5)).toBe('gap');
  });
});
