import type { ListedTest, TestId } from '@assay/contract';
import type { PlannedUnit } from '@assay/domain';
import { planUnits, type UnitPlanInput } from './planUnits.ts';

const testOf = (name: string, file: string): ListedTest => ({
  testId: name as TestId,
  file,
  name,
  line: null,
  tags: [],
  selector: null,
});
const renamed = (test: ListedTest) => ({ ...test, testId: `other ${test.testId}` as TestId });
/** This many tests, in files of this many. */
const suite = (count: number, inFile = 5) =>
  Array.from({ length: count }, (_, index) => testOf(`t${index}`, `f${Math.floor(index / inFile)}.spec.ts`));
const durations = (tests: readonly ListedTest[], of: (index: number) => number) =>
  new Map(tests.map(({ testId }, index) => [testId, of(index)]));
const plan = (tests: ListedTest[], changed: Partial<UnitPlanInput> = {}) =>
  planUnits({
    copies: [{ copy: null, tests }],
    expected: new Map(),
    runners: 4,
    byFile: false,
    startMs: null,
    ...changed,
  });
/** A generator of reproducible pseudo-random numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
/** The duration of a plan when runners take the longest unit first. */
function makespan(units: readonly PlannedUnit[], runners: number): number {
  const free = new Array<number>(runners).fill(0);
  for (const { expectedMs } of [...units].sort((a, b) => b.expectedMs - a.expectedMs)) {
    const first = free.indexOf(Math.min(...free));
    free[first] = (free[first] ?? 0) + expectedMs;
  }
  return Math.max(...free);
}

describe('a plan', () => {
  const heavyTail = numbers(7);
  it.each([
    ['one test', 1, 2, () => 5],
    ['fewer tests than units', 7, 4, () => 100],
    ['many tests of the same length', 10_000, 10, () => 100],
    ['many tests that take no time', 10_000, 10, () => 0],
    ['very many tests for very many runners', 60_000, 1_000, () => 100],
    ['short tests, each next to a long one', 30_000, 1_000, (index: number) => (index % 2 === 0 ? 10 : 190)],
    ['a few tests that take nearly all the time', 20_000, 500, () => 1 / (0.001 + heavyTail())],
  ])('of %s has every test once, in units numbered from 1, at most 2,000', (_, count, runners, of) => {
    for (const byFile of [true, false]) {
      const tests = suite(count);
      const units = plan(tests, { expected: durations(tests, of), runners, byFile });
      expect(units.map(({ unit }) => unit)).toEqual(units.map((_, index) => index + 1));
      expect(units.length).toBeLessThanOrEqual(2_000);
      expect(units.flatMap((unit) => unit.tests).sort()).toEqual(tests.map(({ testId }) => testId).sort());
      for (const { expectedMs } of units) expect(Number.isSafeInteger(expectedMs) && expectedMs >= 0).toBe(true);
    }
  });

  it('keeps the tests of a file together if requested, and in order', () => {
    const tests = suite(500, 7);
    const fileOf = new Map(tests.map(({ testId, file }) => [testId, file]));
    const units = plan(tests, { byFile: true });
    const unitsOf = new Map<string, Set<number>>();
    for (const { unit, tests: inUnit } of units) {
      for (const testId of inUnit) {
        const file = fileOf.get(testId) ?? '';
        unitsOf.set(file, (unitsOf.get(file) ?? new Set()).add(unit));
      }
    }
    expect([...unitsOf.values()].every((inUnits) => inUnits.size === 1)).toBe(true);
    expect(units.length).toBeGreaterThan(4);
  });

  it('keeps together tests that their framework only runs together, with and without history', () => {
    const rows = (method: string, count: number, file = 'rows.java') =>
      Array.from({ length: count }, (_, row) => ({ ...testOf(`${method}${row}`, file), together: method }));
    // Keys belong to their file; single tests are between the rows.
    const tests = [rows('a', 30), rows('b', 20), suite(40), rows('a', 10, 'other.java').map(renamed)].flat();
    const mixed = tests.toSorted((x, y) => x.name.localeCompare(y.name));
    for (const expected of [new Map<TestId, number>(), durations(mixed, (index) => 100 * index)]) {
      const units = plan(mixed, { expected, runners: 8, startMs: 100 });
      const unitsOf = (of: (test: ListedTest) => boolean) => {
        const wanted = new Set(mixed.filter(of).map(({ testId }) => testId));
        return units.filter((unit) => unit.tests.some((testId) => wanted.has(testId))).length;
      };
      expect(unitsOf(({ file, together }) => file === 'rows.java' && together === 'a')).toBe(1);
      expect(unitsOf(({ file, together }) => file === 'rows.java' && together === 'b')).toBe(1);
      expect(unitsOf(({ file }) => file === 'other.java')).toBe(1);
      expect(unitsOf(({ together }) => !together)).toBeGreaterThan(4);
      expect(units.flatMap((unit) => unit.tests).sort()).toEqual(mixed.map(({ testId }) => testId).sort());
    }
    const [alone] = plan(rows('a', 30), { runners: 8 });
    expect(alone).toMatchObject({ expectedMs: 30_000, tests: rows('a', 30).map(({ testId }) => testId) });
  });

  it('keeps selected ones of such tests together, each copy separately', () => {
    const chosen = ['a1', 'a5'].map((name) => ({ ...testOf(name, 'rows.java'), together: 'a' }));
    const copies = [1, 2].map((copy) => ({ copy, tests: chosen }));
    const units = planUnits({ copies, expected: new Map(), runners: 8, byFile: false, startMs: null });
    expect(units.map(({ copy, tests }) => [copy, tests])).toEqual([
      [1, ['a1', 'a5']],
      [2, ['a1', 'a5']],
    ]);
  });

  it('gives a long test its own unit', () => {
    const tests = suite(200);
    const units = plan(tests, { expected: durations(tests, (index) => (index === 50 ? 60_000 : 10)) });
    expect(units.find(({ tests: inUnit }) => inUnit.includes('t50' as TestId))?.tests).toEqual(['t50']);
  });

  it('evens out durations of which few are very long', () => {
    const random = numbers(42);
    for (const runners of [2, 8, 40]) {
      const tests = suite(3_000);
      const expected = durations(tests, () => Math.round(20 / (0.002 + random())));
      const alone = tests.map(({ testId }, index) => ({
        unit: index,
        copy: null,
        tests: [testId],
        expectedMs: expected.get(testId) ?? 0,
      }));
      const units = plan(tests, { expected, runners, startMs: 100 });
      expect(makespan(units, runners)).toBeLessThan(1.03 * makespan(alone, runners));
      // Few enough to start quickly: not each of the small ones alone.
      expect(units.length).toBeLessThan(12 * runners);
    }
  });

  it('plans every copy of every test, and never two copies in one unit', () => {
    const tests = suite(50);
    const copies = [1, 2, 3].map((copy) => ({ copy, tests }));
    for (const byFile of [true, false]) {
      const units = planUnits({ copies, expected: durations(tests, () => 10), runners: 2, byFile, startMs: null });
      expect(units.map(({ unit }) => unit)).toEqual(units.map((_, index) => index + 1));
      for (const { copy } of copies) {
        const planned = units.filter((unit) => unit.copy === copy).flatMap((unit) => unit.tests);
        expect(planned.sort()).toEqual(tests.map(({ testId }) => testId).sort());
      }
    }
  });

  it('plans one unit per copy if tests are only discovered while running', () => {
    const copies = [1, 2].map((copy) => ({ copy, tests: [] }));
    const units = planUnits({ copies, expected: new Map(), runners: 2, byFile: true, startMs: null });
    expect(units.map(({ unit, copy, tests }) => [unit, copy, tests])).toEqual([
      [1, 1, []],
      [2, 2, []],
    ]);
  });

  it('estimates a test that never ran by its file, or else by its project', () => {
    const tests = [testOf('a', 'slow'), testOf('b', 'slow'), testOf('c', 'new'), testOf('d', 'quick')];
    const expected = new Map([
      ['a' as TestId, 9_000],
      ['d' as TestId, 2_000],
      ['of another file' as TestId, 3_000],
    ]);
    const msOf = (units: readonly PlannedUnit[]) => units.map(({ tests: [id], expectedMs }) => [id, expectedMs]);
    expect(msOf(plan(tests, { expected, startMs: 0 }))).toEqual([
      ['a', 9_000],
      ['b', 9_000],
      ['c', 3_000],
      ['d', 2_000],
    ]);
    expect(msOf(plan([testOf('a', 'x'), testOf('b', 'y')], { startMs: 0 }))).toEqual([
      ['a', 1_000],
      ['b', 1_000],
    ]);
  });

  it('has large units for few processes, then ever smaller ones to even out wrong estimates', () => {
    const tests = suite(1_000);
    const units = plan(tests, { expected: durations(tests, () => 500), startMs: 500 });
    const sizes = units.map((unit) => unit.tests.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes[0]).toBeGreaterThan(10 * (sizes.at(-1) ?? 0));
    expect(sizes.length).toBeLessThan(12 * 4);
  });

  it('starts fewer processes the longer each takes to start, and never more than is worthwhile', () => {
    const tests = suite(400);
    const expected = durations(tests, () => 500);
    const unitsFor = (startMs: number) => plan(tests, { expected, startMs });
    const counts = [100, 1_000, 5_000, 15_000].map((startMs) => unitsFor(startMs).length);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(new Set(counts).size).toBe(counts.length);
    // The last one of a round may be what was left.
    const short = unitsFor(5_000).filter(({ expectedMs }) => expectedMs < 2 * 5_000);
    expect(short.length).toBeLessThanOrEqual(1);
    expect(unitsFor(600_000).length).toBeGreaterThanOrEqual(4);
  });

  it('leaves no remainder that would start another process', () => {
    const tests = suite(3_840);
    const expected = durations(tests, (index) => 1_800 + ((index * 7_919) % 401));
    for (const [startMs, rounds] of [
      [10_000, 2],
      [15_000, 1],
    ] as const) {
      expect(plan(tests, { expected, startMs, runners: 64 })).toHaveLength(64 * rounds);
    }
  });

  it('leaves no runner without work to save a start', () => {
    const units = plan(suite(5), { runners: 5, startMs: 10_000 });
    expect(units.map(({ tests }) => tests.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('starts long tests in the first units, wherever they are in the list', () => {
    const tests = suite(200);
    const isLong = (index: number) => index >= 192;
    const units = plan(tests, { expected: durations(tests, (index) => (isLong(index) ? 9_000 : 500)) });
    const long = new Set(tests.filter((_, index) => isLong(index)).map(({ testId }) => testId));
    const withLong = units.filter((unit) => unit.tests.some((testId) => long.has(testId)));
    const largest = units.map(({ expectedMs }) => expectedMs).sort((a, b) => b - a)[3] ?? 0;
    expect(withLong.every(({ expectedMs }) => expectedMs >= largest)).toBe(true);
  });

  it('has one unit for a single runner, which needs no balancing', () => {
    const tests = suite(20);
    const units = plan(tests, { expected: durations(tests, () => 1_000), runners: 1 });
    expect(units).toMatchObject([{ tests: tests.map(({ testId }) => testId), expectedMs: 20_000 }]);
  });

  it('occupies a runner for a minute at a time if possible, because others may wait for it', () => {
    const tests = suite(5_000);
    const units = plan(tests, { expected: durations(tests, () => 1_000), runners: 1 });
    expect(Math.max(...units.map(({ expectedMs }) => expectedMs))).toBe(60_000);
  });

  it('has one unit for all tests if none is listed', () => {
    expect(plan([])).toEqual([{ unit: 1, copy: null, tests: [], expectedMs: 1_000 }]);
  });

  it('puts no more tests into a unit than fit one append', () => {
    const rows = suite(12_000, 12_000).map((test) => ({ ...test, together: 'rows' }));
    for (const tests of [suite(40_000), rows]) {
      const units = plan(tests, { runners: 1 });
      expect(Math.max(...units.map((unit) => unit.tests.length))).toBeLessThanOrEqual(5_000);
      expect(units.flatMap((unit) => unit.tests).length).toBe(tests.length);
    }
  });
});
