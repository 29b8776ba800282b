import type { ComparisonGroup, ProblemId, TestId } from '@assay/contract';
import type { RunSide } from './comparedTests.ts';
import { compareRuns, foldedByError } from './compareRuns.ts';

function side(name: string, status: RunSide['status'] = 'PASS', more: Partial<RunSide> = {}): RunSide {
  return {
    testId: name as TestId,
    file: 'cart.spec.ts',
    name,
    matches: true,
    testKey: name,
    status,
    flaky: false,
    quarantined: false,
    duration: 100,
    error: null,
    problemId: null,
    ...more,
  };
}
const of = (problem: string) => ({ problemId: problem as ProblemId, error: problem });
const took = (duration: number) => ({ duration });

async function* passing(sides: RunSide[]) {
  yield* sides;
}
const compare = (first: RunSide[], second: RunSide[]) => compareRuns(passing(first), passing(second));

describe('two compared runs', () => {
  it.each<[ComparisonGroup, RunSide | null, RunSide | null]>([
    ['newlyFailing', side('a'), side('a', 'FAIL')],
    ['newlyFailing', side('a', 'IGNORED'), side('a', 'FAIL')],
    ['stillFailing', side('a', 'FAIL'), side('a', 'FAIL')],
    ['fixed', side('a', 'FAIL'), side('a')],
    ['fixed', side('a', 'FAIL'), side('a', 'PASS', { flaky: true })],
    ['flakyInOne', side('a'), side('a', 'PASS', { flaky: true })],
    ['flakyInOne', side('a', 'PASS', { flaky: true }), side('a')],
    ['notRun', side('a'), side('a', 'NOT_RUN')],
    ['notRun', side('a', 'FAIL'), side('a', 'IGNORED')],
    ['notRun', side('a', 'PENDING'), side('a')],
    ['added', null, side('a', 'FAIL')],
    ['removed', side('a'), null],
    ['slower', side('a', 'PASS', took(1000)), side('a', 'PASS', took(1500))],
    ['faster', side('a', 'PASS', took(1500)), side('a', 'PASS', took(1000))],
    ['unchanged', side('a', 'PASS', took(100)), side('a', 'PASS', took(599))],
    ['unchanged', side('a', 'PASS', took(10_000)), side('a', 'PASS', took(12_900))],
    ['unchanged', side('a', 'PASS', { flaky: true, ...took(1) }), side('a', 'PASS', { flaky: true, ...took(9000) })],
    ['unchanged', side('a', 'IGNORED'), side('a', 'NOT_RUN')],
  ])('have in %s a test that was %j', async (group, first, second) => {
    const { comparison } = await compare(first ? [first] : [], second ? [second] : []);
    expect(Object.entries(comparison.counts).filter(([, count]) => count > 0)).toEqual([[group, 1]]);
  });

  it('tell whether a test still fails of the same error; another one comes first', async () => {
    const { tests } = await compare(
      [side('a', 'FAIL', of('x')), side('b', 'FAIL', of('x')), side('c', 'FAIL')],
      [side('a', 'FAIL', of('x')), side('b', 'FAIL', of('y')), side('c', 'FAIL')],
    );
    expect(tests.get('stillFailing')?.map(({ name, sameError }) => [name, sameError])).toEqual([
      ['b', false],
      ['c', false],
      ['a', true],
    ]);
  });

  it('fold newly failing tests by their error, the most common one first', async () => {
    const second = [
      side('a', 'FAIL', of('x')),
      ...['b', 'c', 'd'].map((name) => side(name, 'FAIL', of('y'))),
      side('e', 'FAIL', of('x')),
      side('f', 'FAIL'),
    ];
    const { comparison, tests } = await compare(
      second.map(({ name }) => side(name)),
      second,
    );
    expect(foldedByError(tests.get('newlyFailing') ?? []).map(({ name, alike }) => [name, alike])).toEqual([
      ['b', 2],
      ['a', 0],
      ['e', 0],
      ['f', 0],
    ]);
    expect(comparison.sameError).toBe(3);
  });

  it('say by how much, the largest change first', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const first = [1000, 2000, 9000, 5000].map((ms, index) => side(names[index] ?? '', 'PASS', took(ms)));
    const second = [2000, 9000, 2000, 1000].map((ms, index) => side(names[index] ?? '', 'PASS', took(ms)));
    const { comparison, tests } = await compare(first, second);
    expect(tests.get('slower')?.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(tests.get('faster')?.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(comparison).toMatchObject({ slowerMs: 8000, fasterMs: 11_000 });
  });

  it('leave out tests that match in neither', async () => {
    const matches = { matches: true };
    const { comparison } = await compare(
      [side('a', 'PASS', { matches: false }), side('b', 'PASS', { matches: false })],
      [side('a', 'FAIL', { matches: false }), side('b', 'FAIL', matches), side('c', 'FAIL', matches)],
    );
    expect(comparison).toMatchObject({
      counts: { newlyFailing: 1, added: 1, unchanged: 0 },
      tests: { first: 1, second: 2 },
      addedFailing: 1,
    });
  });
});
