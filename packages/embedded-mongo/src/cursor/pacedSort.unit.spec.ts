import { Pace } from './pace.ts';
import { pacedSort } from './pacedSort.ts';

describe('a paced sort', () => {
  it.each([0, 1, 2_048, 2_049, 4_096, 10_001])(
    'of %i rows equals the sort of the engine, equal rows in their order',
    async (size) => {
      const rows = Array.from({ length: size }, (_, i) => ({ key: (i * 7919) % 613, i }));
      const wanted = [...rows].sort((a, b) => a.key - b.key);
      await pacedSort(rows, (a, b) => a.key - b.key, new Pace(0, () => false));
      expect(rows).toEqual(wanted);
    },
  );

  it('gives others their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const rows = Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 50_000);
    await pacedSort(rows, (a, b) => a - b, new Pace(0, () => false));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
