import { FeedSequences } from './feedSequences.ts';

describe('feed sequences', () => {
  it('follow each publisher by itself', () => {
    const sequences = new FeedSequences();
    const places = [sequences.take('a', 1), sequences.take('b', 1), sequences.take('a', 2), sequences.take('b', 2)];
    expect(places).toEqual(['next', 'next', 'next', 'next']);
  });

  it('see a gap once, and repeated batches', () => {
    const sequences = new FeedSequences();
    sequences.take('a', 1);
    expect([sequences.take('a', 3), sequences.take('a', 4), sequences.take('a', 3)]).toEqual([
      'gap',
      'next',
      'repeated',
    ]);
  });

  it('go on from what was skipped', () => {
    const sequences = new FeedSequences();
    sequences.skip('a', 7);
    expect(sequences.take('a', 8)).toBe('next');
  });

  it('take a publisher that begins in the middle for a gap', () => {
    expect(new FeedSequences().take('a', 5)).toBe('gap');
  });
});
