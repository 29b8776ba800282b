import { UnitSizes, type UnitSizesInput } from './unitSizes.ts';

const made = (changed: Partial<UnitSizesInput> = {}) =>
  new UnitSizes({ runners: 2, rest: 100, alone: [], part: 0.5, min: 5, max: 1_000, worth: 0, ...changed });

/** @returns the sizes of units that are completely filled. */
function all(sizes: UnitSizes, rest: number): number[] {
  const taken: number[] = [];
  for (let left = rest; left > 0; ) {
    const size = Math.min(sizes.next(), left);
    sizes.take(size);
    taken.push(size);
    left -= size;
  }
  return taken;
}

describe('the sizes of units', () => {
  it('come in rounds of one per runner, each with a part of what is left, down to the minimum', () => {
    expect(all(made(), 100)).toEqual([25, 25, 12.5, 12.5, 6.25, 6.25, 5, 5, 2.5]);
  });

  it('bring a runner with a long piece no further than the others', () => {
    expect(all(made({ runners: 3, rest: 150, alone: [15] }), 150).slice(0, 3)).toEqual([30, 30, 15]);
  });

  it('leave out a runner with more work than there is for the others', () => {
    expect(all(made({ alone: [500] }), 100).slice(0, 2)).toEqual([50, 25]);
  });

  it('do not exceed the maximum, in as many rounds as needed', () => {
    expect(all(made({ max: 10 }), 100)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 5, 5, 5, 5]);
  });

  it('leave nothing for another round that would not be worth its starts', () => {
    expect(all(made({ worth: 14 }), 100)).toEqual([25, 25, 25, 25]);
    expect(all(made({ worth: 30 }), 100)).toEqual([50, 50]);
  });

  it('account for units filled below their size', () => {
    const sizes = made();
    expect([sizes.next(), sizes.next()]).toEqual([25, 25]);
    sizes.take(20);
    sizes.take(20);
    expect(sizes.next()).toBe(15);
  });

  it('make up in the last round for what did not fit, so that no extra start is left', () => {
    const sizes = made({ worth: 30 });
    expect(sizes.next()).toBe(50);
    sizes.take(42);
    expect(sizes.next()).toBe(58);
  });
});
